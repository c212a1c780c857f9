import type { Kysely, Transaction } from "kysely";
import type { Database } from "#db/schema.ts";

export interface Departure {
  userId: string;
  householdId: string;
  leftAt: string;
}

/** Records that the tasks which the user added there pass to the household's owner. */
export async function addDeparture(
  trx: Transaction<Database>,
  { userId, householdId, leftAt }: Departure,
): Promise<void> {
  await trx
    .insertInto("departures")
    .values({ user_id: userId, household_id: householdId, left_at: leftAt })
    .onConflict((conflict) =>
      conflict.columns(["user_id", "household_id"]).doUpdateSet({ left_at: leftAt }),
    )
    .execute();
}

export async function listDepartures(db: Kysely<Database>): Promise<Departure[]> {
  return db
    .selectFrom("departures")
    .select(["user_id as userId", "household_id as householdId", "left_at as leftAt"])
    .execute();
}

/** Keeps the row if the user joined and left again since. */
export async function removeDeparture(
  db: Kysely<Database>,
  { userId, householdId, leftAt }: Departure,
): Promise<void> {
  await db
    .deleteFrom("departures")
    .where("user_id", "=", userId)
    .where("household_id", "=", householdId)
    .where("left_at", "=", leftAt)
    .execute();
}
