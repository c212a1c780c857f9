import type { Kysely, Transaction } from "kysely";
import { inLocks } from "#db/sql/locks.ts";
import type { Database } from "#db/schema.ts";

/**
 * Changes one household while others are changed: all that the work reads to decide, and all that
 * it writes, must belong to it. Joins the caller's transaction, or starts one.
 * @param viewer one of its users; a page that was opened before they left it names that household
 */
export function inHousehold<Result>(
  db: Kysely<Database>,
  { userId, householdId }: { userId?: string; householdId?: string },
  work: (trx: Transaction<Database>) => Promise<Result>,
): Promise<Result> {
  const householdIds = householdId === undefined ? [] : [householdId];
  if (userId === undefined) return inLocks(db, { householdIds }, work);
  const households = db
    .selectFrom("household_members")
    .select("household_id")
    .where("user_id", "=", userId);
  return inLocks(db, { householdIds, households }, work);
}
