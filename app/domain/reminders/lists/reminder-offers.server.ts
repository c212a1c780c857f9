import type { Kysely } from "kysely";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import type { Viewer } from "#app/domain/core/viewer.ts";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { reminderChoices } from "./reminder-choices.server.ts";

const soonHours = 48;
const offeredMinutes = [0, 60];

/** For a task that is due soon and would go without any reminder. */
export async function findReminderOffers(
  db: Kysely<Database>,
  viewer: Viewer,
  taskId: string,
  now: string = nowIso(),
): Promise<{ minutesBefore: number; label: string }[]> {
  const task = await findTask(db, viewer, taskId);
  if (!task?.due_date || task.due_date > laterBy(now, { hours: soonHours })) return [];
  const pending = await db
    .selectFrom("reminders")
    .select("id")
    .where("task_id", "=", taskId)
    .where("user_id", "=", viewer.userId)
    .where("status", "=", "pending")
    .executeTakeFirst();
  if (pending) return [];
  return reminderChoices(task, [], { now }).filter(({ minutesBefore }) =>
    offeredMinutes.includes(minutesBefore),
  );
}
