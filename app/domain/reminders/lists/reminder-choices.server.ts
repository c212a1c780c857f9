import { nowIso } from "#app/domain/core/time.ts";
import { formatLeadTime } from "#app/domain/tasks/due/lead-time.ts";
import { plannedAt } from "../planning/planned-at.server.ts";

const offeredMinutes = [0, 15, 60, 24 * 60, 2 * 24 * 60];

interface Due {
  due_date: string | null;
  due_local: string | null;
  due_time_zone: string | null;
}

/**
 * Omits reminders whose time has passed, unless the next ones of the task's series can still have them.
 * @param pending minutes of the reminders to omit
 */
export function reminderChoices(
  task: Due,
  pending: number[],
  { now = nowIso(), reach = 0 }: { now?: string; reach?: number } = {},
): { minutesBefore: number; label: string }[] {
  const { due_date: dueAt, due_local: dueLocal, due_time_zone: dueTimeZone } = task;
  if (!dueAt || !dueLocal || !dueTimeZone) return [];
  return offeredMinutes
    .filter((minutes) => !pending.includes(minutes))
    .filter(
      (minutes) => minutes <= reach || plannedAt({ dueAt, dueLocal, dueTimeZone }, minutes) > now,
    )
    .map((minutesBefore) => ({ minutesBefore, label: formatLeadTime(minutesBefore) }));
}
