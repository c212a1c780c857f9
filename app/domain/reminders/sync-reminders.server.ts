import type { Insertable, Transaction } from "kysely";
import { idList } from "#app/domain/core/id-list.ts";
import { membershipOf } from "#app/domain/household/members/membership.server.ts";
import { findTasks, listUpcomingTasks } from "#app/domain/tasks/find-tasks.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { planReminderChanges } from "./plan-changes.server.ts";
import { findRecipients } from "./recipients.server.ts";

/** SQLite takes 32,766 values in one statement. */
const rowsAtOnce = 1_000;

/**
 * Makes the reminders of these tasks, or of all tasks of a person that are still ahead, what tasks and preferences say
 * now: to be called in the transaction of each change to either. A reminder whose time has passed is not made; one that
 * was sent, snoozed or cancelled stays so until the task gets another date, and a cancelled one even then.
 */
export async function syncReminders(
  trx: Transaction<Database>,
  of: { taskIds: string[] } | { userId: string },
  now: string = nowIso(),
): Promise<void> {
  const tasks =
    "taskIds" in of ? [...(await findTasks(trx, of.taskIds)).values()] : await listTasksAheadOf(trx, of, now);
  if (tasks.length === 0) return;
  const taskIds = tasks.map(({ id }) => id);
  const reminders = await trx.selectFrom("reminders").selectAll().where("task_id", "in", idList(taskIds)).execute();
  const recipients = await findRecipients(trx, tasks, reminders);
  const existing = Map.groupBy(reminders, ({ task_id }) => task_id);
  const rows = tasks.flatMap((task) =>
    planReminderChanges(task, recipients.get(task.id) ?? [], existing.get(task.id) ?? [], now),
  );
  for (let from = 0; from < rows.length; from += rowsAtOnce) await save(trx, rows.slice(from, from + rowsAtOnce));
}

async function listTasksAheadOf(trx: Transaction<Database>, { userId }: { userId: string }, now: string) {
  const { householdId } = await membershipOf(trx, userId);
  return listUpcomingTasks(trx, householdId, now);
}

async function save(trx: Transaction<Database>, rows: Insertable<Database["reminders"]>[]): Promise<void> {
  await trx
    .insertInto("reminders")
    .values(rows)
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet(({ ref }) => ({
        message: ref("excluded.message"),
        planned_at: ref("excluded.planned_at"),
        scheduled_at: ref("excluded.scheduled_at"),
        status: ref("excluded.status"),
      })),
    )
    .execute();
}
