import type { Transaction } from "kysely";
import { idList } from "#app/domain/core/sql/values.ts";
import { findOwners } from "#app/domain/household/members/membership.server.ts";
import type { Database } from "#db/schema.ts";

/** Returns the ids of the open tasks that the user created or has reminders for, earliest first. Callers must announce the change. */
export async function transferTasksToOwner(
  trx: Transaction<Database>,
  userId: string,
  remindedTaskIds: string[],
): Promise<string[]> {
  const open = await trx
    .selectFrom("tasks")
    .select("id")
    .where(({ eb, or }) => or([eb("user_id", "=", userId), eb("id", "in", idList(remindedTaskIds))]))
    .where("is_completed", "=", 0)
    .where("deleted_at", "is", null)
    .orderBy("due_date")
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
      // A form the user submits again belongs to their new household, and the owner may have used the same id.
      .set({ user_id: ownerId, request_id: null })
      .where("user_id", "=", userId)
      .where("household_id", "=", householdId)
      .execute();
  }
  return open.map(({ id }) => id);
}

export async function moveTasks(trx: Transaction<Database>, from: string, to: string): Promise<void> {
  await trx.updateTable("tasks").set({ household_id: to }).where("household_id", "=", from).execute();
}
