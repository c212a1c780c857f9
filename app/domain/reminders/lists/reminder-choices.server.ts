import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { formatLead } from "#app/domain/tasks/due/lead-time.ts";
import { plannedAt } from "../planning/planned-at.server.ts";
import type { Kysely } from "kysely";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import type { Bit, Database } from "#db/schema.ts";

const offeredMinutes = [0, 15, 60, 24 * 60, 2 * 24 * 60];

interface Due {
  due_date: string | null;
  due_local: string | null;
  due_time_zone: string | null;
  due_has_time: Bit;
}

/**
 * Omits reminders whose time has passed, unless the next occurrences of the series can still have
 * them.
 * @param pending minutes of the reminders to omit
 */
export function reminderChoices(
  task: Due,
  pending: number[],
  { timeZone, now = nowIso(), reach = 0 }: { timeZone: string; now?: string; reach?: number },
): { minutesBefore: number; label: string }[] {
  const { due_date: dueAt, due_local: dueLocal, due_time_zone: dueTimeZone } = task;
  if (!dueAt || !dueLocal || !dueTimeZone) return [];
  const due = { instant: dueAt, hasTime: task.due_has_time === 1 };
  return offeredMinutes
    .filter((minutes) => !pending.includes(minutes))
    .filter(
      (minutes) => minutes <= reach || plannedAt({ dueAt, dueLocal, dueTimeZone }, minutes) > now,
    )
    .map((minutesBefore) => ({ minutesBefore, label: formatLead(minutesBefore, due, timeZone) }));
}

const soonHours = 48;
const soonMinutes = [0, 60];

/** Offers times for a task that is due soon and would go without any reminder. */
export async function findReminderOffers(
  db: Kysely<Database>,
  viewer: ZonedViewer,
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
  return reminderChoices(task, [], { timeZone: viewer.timeZone, now }).filter(({ minutesBefore }) =>
    soonMinutes.includes(minutesBefore),
  );
}
