import type { Kysely, Transaction } from "kysely";
import { deleteInBatches } from "#app/domain/core/sql/delete-in-batches.ts";
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

/** For a family member that the other household also has. */
export async function replaceInSeries(
  trx: Transaction<Database>,
  from: string,
  to: string,
): Promise<void> {
  await trx
    .updateTable("series_turn_people")
    .set({ member_id: to })
    .where("member_id", "=", from)
    .execute();
  await trx
    .updateTable("away_dates")
    .set({ member_id: to })
    .where("member_id", "=", from)
    .execute();
  const occurrences = trx.updateTable("series_occurrences");
  await occurrences.set({ done_by_member: to }).where("done_by_member", "=", from).execute();
  await occurrences.set({ turn_member: to }).where("turn_member", "=", from).execute();
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
