import {
  formatDateWithWeekday,
  formatWeekday,
  nowIso,
  Temporal,
  wallClockAt,
} from "#app/domain/core/time.ts";
import type { Task } from "../find-tasks.server.ts";

/** "Done for Tuesday", or "Done for Tue, Nov 17", of a task that its series went on without. Null for any other. */
export function doneFor(
  {
    was_missed,
    due_local,
    due_time_zone,
  }: Pick<Task, "was_missed" | "due_local" | "due_time_zone">,
  now: string = nowIso(),
): string | null {
  if (was_missed === 0 || !due_local || !due_time_zone) return null;
  const day = Temporal.PlainDate.from(due_local.slice(0, 10));
  const today = wallClockAt(now, due_time_zone).toPlainDate();
  const isThisWeek = day.until(today).days < 7;
  const name = isThisWeek
    ? formatWeekday(day)
    : formatDateWithWeekday(day, day.year !== today.year);
  return `Done for ${name}`;
}
