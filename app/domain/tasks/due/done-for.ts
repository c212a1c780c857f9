import {
  formatDateWithWeekday,
  formatWeekday,
  nowIso,
  Temporal,
  wallClockAt,
} from "#app/domain/core/time.ts";
import type { Task } from "../find-tasks.server.ts";

type Missed = Pick<Task, "was_missed" | "due_local" | "due_time_zone">;

/** Returns "Done for Tuesday" for a task that its series went past, or null for any other. */
export function doneFor(task: Missed, now?: string): string | null {
  const day = dayDoneFor(task, now);
  return day && `Done for ${day}`;
}

/** Returns "Tuesday", or "Tue, Nov 17" after a week. */
export function dayDoneFor(
  { was_missed, due_local, due_time_zone }: Missed,
  now: string = nowIso(),
): string | null {
  if (was_missed === 0 || !due_local || !due_time_zone) return null;
  const day = Temporal.PlainDate.from(due_local.slice(0, 10));
  const today = wallClockAt(now, due_time_zone).toPlainDate();
  const isThisWeek = day.until(today).days < 7;
  return isThisWeek ? formatWeekday(day) : formatDateWithWeekday(day, day.year !== today.year);
}
