import type { Insertable, Selectable, Transaction } from "kysely";
import { idList } from "#db/sql/values.ts";
import { announceHousehold } from "#app/domain/tasks/changing/announce-later.server.ts";
import { findTasks, listUpcomingTaskIds, type Task } from "#app/domain/tasks/find-tasks.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { compileOnce } from "#db/sql/compile-once.ts";
import type { Database } from "#db/schema.ts";
import { planReminderChanges, type PlanningTimes } from "./plan-changes.server.ts";
import { findRecipients } from "./recipients.server.ts";

export type Reminder = Selectable<Database["reminders"]>;

/** SQLite takes 32,766 values in one statement. */
export const batchSize = 1_000;

/**
 * Makes reminders match tasks and preferences. Call it in the transaction of each change to either.
 * A new due date resets reminders that were sent or snoozed, but not cancelled ones. A snooze counts
 * again once the task has its date back. The reminders of a series' later dates are planned in
 * reminders-ahead.server.ts.
 */
export async function syncReminders(
  trx: Transaction<Database>,
  { taskIds }: { taskIds: string[] },
  now: string = nowIso(),
): Promise<void> {
  const tasks = [...(await findTasks(trx, taskIds)).values()].filter((task) => !task.is_ahead);
  await syncTaskReminders(trx, tasks, { since: now });
}

/** Sends the reminders that fell due while a task that is still ahead had another date. */
export async function remindOfTimeMoved(
  trx: Transaction<Database>,
  { taskId, movedAt }: { taskId: string; movedAt: string },
  now: string,
): Promise<void> {
  const task = (await findTasks(trx, [taskId])).get(taskId);
  if (!task || task.is_ahead || (task.due_date ?? "") <= now) return;
  await syncTaskReminders(trx, [task], { since: movedAt });
}

/** Ten thousand would take a second, in which no other request runs. */
const syncedAtOnce = 300;

/**
 * Plans the reminders of all of a user's tasks again. Leaves the tasks that are due last to the
 * worker, which plans them within seconds.
 */
export async function syncRemindersOf(
  trx: Transaction<Database>,
  { householdId }: { householdId: string },
  now: string,
): Promise<void> {
  const taskIds = await listUpcomingTaskIds(trx, householdId, { now, atMost: syncedAtOnce });
  await syncReminders(trx, { taskIds }, now);
  if (taskIds.length === syncedAtOnce) await announceHousehold(trx, householdId, now);
}

interface TimesOfTasks {
  /** Newly planned reminders are sent if they fall due after this instant. */
  since: string;
  /** Keyed by task id: preferences cause no reminders before this instant. */
  preferencesAfter?: ReadonlyMap<string, string>;
}

export async function syncTaskReminders(
  trx: Transaction<Database>,
  tasks: Task[],
  { since, preferencesAfter }: TimesOfTasks,
): Promise<void> {
  if (tasks.length === 0) return;
  const times = ({ id }: Task): PlanningTimes => ({
    since,
    preferencesAfter: preferencesAfter?.get(id),
  });
  const taskIds = tasks.map(({ id }) => id);
  const reminders = await listReminders(trx, taskIds);
  const recipients = await findRecipients(trx, tasks, reminders);
  const existing = Map.groupBy(reminders, ({ task_id }) => task_id);
  const rows = tasks.flatMap((task) =>
    planReminderChanges(
      task,
      recipients.get(task.id) ?? [],
      existing.get(task.id) ?? [],
      times(task),
    ),
  );
  for (let from = 0; from < rows.length; from += batchSize)
    await save(trx, rows.slice(from, from + batchSize));
}

const listReminders = compileOnce((db, taskIds: readonly string[]) =>
  db.selectFrom("reminders").selectAll().where("task_id", "in", idList(taskIds)),
);

/** Finds the custom reminders of these tasks that are for every time of their series. */
export async function findStandingReminders(
  trx: Transaction<Database>,
  ...taskIds: string[]
): Promise<Reminder[]> {
  const reminders = await listReminders(trx, taskIds);
  return reminders.filter(({ origin, repeats }) => origin === "custom" && repeats === 1);
}

async function save(
  trx: Transaction<Database>,
  rows: Insertable<Database["reminders"]>[],
): Promise<void> {
  await trx
    .insertInto("reminders")
    // In an insert of several rows, SQLite has no default for single ones.
    .values(rows.map((row) => ({ repeats: 1, ...row })))
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
