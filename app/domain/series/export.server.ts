import type { Kysely } from "kysely";
import { type ExportPart, readInBatches } from "#app/domain/core/export.ts";
import { idList } from "#db/sql/values.ts";
import type { Database } from "#db/schema.ts";

export const seriesExport = {
  breaks: (db, { householdId }) =>
    db
      .selectFrom("breaks")
      .selectAll()
      .where("household_id", "=", householdId)
      .orderBy("id")
      .execute(),
  series: (db, { householdId }) =>
    db
      .selectFrom("series")
      .selectAll()
      .where("household_id", "=", householdId)
      .orderBy("id")
      .execute(),
  series_occurrences: async function* (db, { householdId }) {
    const all = await db
      .selectFrom("series")
      .select("id")
      .where("household_id", "=", householdId)
      .orderBy("id")
      .execute();
    const seriesIds = all.map(({ id }) => id);
    // Each series may have thousands.
    yield* readInBatches(seriesIds, (ids) => occurrencesOf(db, ids), { each: 1 });
  },
  series_turns: (db, { householdId }) =>
    db
      .selectFrom("series_turns")
      .innerJoin("series", "series.id", "series_turns.series_id")
      .selectAll("series_turns")
      .where("series.household_id", "=", householdId)
      .orderBy("series_id")
      .execute(),
  series_turn_people: (db, { householdId }) =>
    db
      .selectFrom("series_turn_people")
      .innerJoin("series", "series.id", "series_turn_people.series_id")
      .selectAll("series_turn_people")
      .where("series.household_id", "=", householdId)
      .orderBy("series_id")
      .orderBy("position")
      .execute(),
  away_dates: (db, { householdId }) =>
    db
      .selectFrom("away_dates")
      .selectAll()
      .where("household_id", "=", householdId)
      .orderBy("id")
      .execute(),
} satisfies Record<string, ExportPart>;

function occurrencesOf(db: Kysely<Database>, seriesIds: string[]) {
  return db
    .selectFrom("series_occurrences")
    .selectAll()
    .where("series_id", "in", idList(seriesIds))
    .orderBy("number")
    .execute();
}
