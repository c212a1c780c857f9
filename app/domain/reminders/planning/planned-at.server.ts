import { earlierBy, instantOf, isTimeZone, Temporal } from "#app/domain/core/time.ts";

export const minutesPerDay = 24 * 60;

/**
 * Subtracts whole days at the same time of day in the task's zone, and anything else as elapsed
 * time. `dueLocal` is YYYY-MM-DDTHH:mm.
 */
export function plannedAt(
  task: { dueAt: string; dueLocal: string; dueTimeZone: string },
  minutesBefore: number,
): string {
  const isWholeDays = minutesBefore !== 0 && minutesBefore % minutesPerDay === 0;
  if (!isWholeDays || !isTimeZone(task.dueTimeZone))
    return earlierBy(task.dueAt, { minutes: minutesBefore });
  const days = minutesBefore / minutesPerDay;
  return instantOf(Temporal.PlainDateTime.from(task.dueLocal).subtract({ days }), task.dueTimeZone);
}
