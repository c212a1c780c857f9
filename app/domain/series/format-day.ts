import { formatDateWithWeekday, Temporal, wallClockAt } from "#app/domain/core/time.ts";

/** "Tue, Dec 1", in another year "Fri, Jan 1, 2027". @param date YYYY-MM-DD */
export function formatDay(date: string, timeZone: string, now: string): string {
  const day = Temporal.PlainDate.from(date);
  return formatDateWithWeekday(day, day.year !== wallClockAt(now, timeZone).year);
}
