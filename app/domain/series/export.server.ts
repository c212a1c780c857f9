import type { ExportPart } from "#app/domain/core/export.ts";

export const seriesExport = {
  breaks: (db, { householdId }) =>
    db.selectFrom("breaks").selectAll().where("household_id", "=", householdId).orderBy("id").execute(),
  series: (db, { householdId }) =>
    db.selectFrom("series").selectAll().where("household_id", "=", householdId).orderBy("id").execute(),
  series_occurrences: (db, { householdId }) =>
    db
      .selectFrom("series_occurrences")
      .innerJoin("series", "series.id", "series_occurrences.series_id")
      .selectAll("series_occurrences")
      .where("series.household_id", "=", householdId)
      .orderBy("series_id")
      .orderBy("number")
      .execute(),
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
    db.selectFrom("away_dates").selectAll().where("household_id", "=", householdId).orderBy("id").execute(),
} satisfies Record<string, ExportPart>;
