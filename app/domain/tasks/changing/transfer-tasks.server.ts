import type { Transaction } from "kysely";
import { idList } from "#app/domain/core/id-list.ts";
import { findOwners } from "#app/domain/household/members/membership.server.ts";
import type { Database } from "#db/schema.ts";

/**
 * Makes the tasks of somebody who goes the owner's, in whatever household they are. The caller announces the change.
 * @param reminded tasks that the user is reminded of
 * @returns the ids of the open ones, of theirs and of those that they are reminded of
 */
export async function transferTasksToOwner(
  trx: Transaction<Database>,
  userId: string,
  reminded: string[],
): Promise<string[]> {
  const open = await trx
    .selectFrom("tasks")
    .select("id")
    .where(({ eb, or }) => or([eb("user_id", "=", userId), eb("id", "in", idList(reminded))]))
    .where("is_completed", "=", 0)
    .where("deleted_at", "is", null)
    .execute();
  const households = await trx
    .selectFrom("tasks")
    .select("household_id")
    .distinct()
    .where("user_id", "=", userId)
    .execute();
  const owners = await findOwners(
    trx,
    households.map(({ household_id }) => household_id),
  );
  for (const [householdId, ownerId] of owners) {
    await trx
      .updateTable("tasks")
      // A form of theirs that comes again is about another household; and the owner may have sent one of the same id.
      .set({ user_id: ownerId, request_id: null })
      .where("user_id", "=", userId)
      .where("household_id", "=", householdId)
      .execute();
  }
  return open.map(({ id }) => id);
}

/** Moves all tasks of a household into another. */
export async function moveTasks(trx: Transaction<Database>, from: string, to: string): Promise<void> {
  await trx.updateTable("tasks").set({ household_id: to }).where("household_id", "=", from).execute();
}
