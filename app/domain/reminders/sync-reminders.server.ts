import type { Insertable, Transaction } from "kysely";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { changesOf, type RemindedTask } from "./changes.server.ts";
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
  const tasks = await findTasks(trx, of, now);
  const taskIds = tasks.map(({ id }) => id);
  if (taskIds.length === 0) return;
  const recipients = Map.groupBy(await findRecipients(trx, taskIds), ({ taskId }) => taskId);
  const reminders = await trx.selectFrom("reminders").selectAll().where("task_id", "in", taskIds).execute();
  const existing = Map.groupBy(reminders, ({ task_id }) => task_id);
  const rows = tasks.flatMap((task) =>
    changesOf(task, recipients.get(task.id) ?? [], existing.get(task.id) ?? [], now),
  );
  for (let from = 0; from < rows.length; from += rowsAtOnce) await save(trx, rows.slice(from, from + rowsAtOnce));
}

async function findTasks(
  trx: Transaction<Database>,
  of: { taskIds: string[] } | { userId: string },
  now: string,
): Promise<RemindedTask[]> {
  const query = trx
    .selectFrom("tasks")
    .select(["id", "title", "due_date", "due_local", "due_time_zone", "is_completed", "deleted_at"]);
  if ("taskIds" in of) return of.taskIds.length > 0 ? query.where("id", "in", of.taskIds).execute() : [];
  const households = trx.selectFrom("household_members").select("household_id").where("user_id", "=", of.userId);
  return query
    .where("household_id", "in", households)
    .where("is_completed", "=", 0)
    .where("deleted_at", "is", null)
    .where("due_date", ">", now)
    .execute();
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
