import type { Kysely, Transaction } from "kysely";
import { deleteInBatches } from "#db/sql/batches.ts";
import type { Database } from "#db/schema.ts";

export async function moveSeries(
  trx: Transaction<Database>,
  from: string,
  to: string,
): Promise<void> {
  await trx
    .updateTable("breaks")
    .set({ household_id: to })
    .where("household_id", "=", from)
    .execute();
  const moved = trx.selectFrom("series").select("id").where("household_id", "=", from);
  await trx
    .updateTable("series_occurrences")
    .set({ household_id: to })
    .where("series_id", "in", moved)
    .execute();
  await trx
    .updateTable("series")
    .set({ household_id: to })
    .where("household_id", "=", from)
    .execute();
  await trx
    .updateTable("away_dates")
    .set({ household_id: to })
    .where("household_id", "=", from)
    .execute();
}

/** Both may take part in the same turns. */
export async function replaceInSeries(
  trx: Transaction<Database>,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const inTurns = trx.selectFrom("series_turn_people").select("series_id");
  await trx
    .deleteFrom("series_turn_people")
    .where("person_id", "=", from)
    .where("series_id", "in", inTurns.where("person_id", "=", to))
    .execute();
  await trx
    .updateTable("series_turn_people")
    .set({ person_id: to })
    .where("person_id", "=", from)
    .execute();
  await trx
    .updateTable("away_dates")
    .set({ person_id: to })
    .where("person_id", "=", from)
    .execute();
  for (const column of ["assignee_id", "yes_person_id"] as const)
    await trx
      .updateTable("series")
      .set({ [column]: to })
      .where(column, "=", from)
      .execute();
  for (const column of ["done_by", "turn_person_id"] as const)
    await trx
      .updateTable("series_occurrences")
      .set({ [column]: to })
      .where(column, "=", from)
      .execute();
}

/** For a household that has ended. A daily series has thousands of occurrences after ten years. */
export async function removeSeriesOf(db: Kysely<Database>, householdId: string): Promise<void> {
  const series = db.selectFrom("series").where("household_id", "=", householdId);
  const occurrences = db
    .selectFrom("series_occurrences")
    .where("series_id", "in", series.select("id"));
  await deleteInBatches(db, "series_occurrences", occurrences);
  await deleteInBatches(db, "series", series);
}
