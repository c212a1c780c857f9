import type { Transaction } from "kysely";
import type { Database } from "#db/schema.ts";

/**
 * Makes the tasks of somebody who goes the owner's, who is reminded of them from then on; in whatever household they are.
 * The caller sees to what follows.
 * @returns the ids of the open ones, and of those that they are to be reminded of
 */
export async function leaveTasks(trx: Transaction<Database>, userId: string): Promise<string[]> {
  const open = await findOpenTasks(trx, userId);
  // A form of theirs that comes again is about another household; and the owner may have sent one of the same id.
  await trx.updateTable("tasks").set({ request_id: null }).where("user_id", "=", userId).execute();
  await leaveToOwners(trx, "tasks", userId);
  return open;
}

/** Makes what somebody has brought into households those households' owners'. */
export async function leaveToOwners(
  trx: Transaction<Database>,
  table: "tasks" | "family_members",
  userId: string,
): Promise<void> {
  await trx
    .updateTable(table)
    .set(({ selectFrom }) => ({
      user_id: selectFrom("household_members as owner")
        .select("owner.user_id")
        .whereRef("owner.household_id", "=", `${table}.household_id`)
        .where("owner.role", "=", "owner"),
    }))
    .where("user_id", "=", userId)
    .execute();
}

async function findOpenTasks(trx: Transaction<Database>, userId: string): Promise<string[]> {
  const reminded = trx.selectFrom("reminders").select("task_id").where("user_id", "=", userId);
  const tasks = await trx
    .selectFrom("tasks")
    .select("id")
    .where(({ eb, or }) => or([eb("user_id", "=", userId), eb("id", "in", reminded.where("status", "=", "pending"))]))
    .where("is_completed", "=", 0)
    .where("deleted_at", "is", null)
    .execute();
  return tasks.map(({ id }) => id);
}
