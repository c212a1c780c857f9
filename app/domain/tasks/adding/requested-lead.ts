import { minutesBetween, Temporal } from "#app/domain/core/time.ts";
import type { ParsedRequest } from "#app/domain/understanding/types.ts";

const minutesPerDay = 24 * 60;

/**
 * Minutes from a requested reminder to its due date, or null without one. Whole days are calendar days, all else is
 * elapsed time, as in reminders. A reminder's seconds are dropped, like those of a due date.
 */
export function requestedLead({
  due,
  remindAt,
}: Pick<ParsedRequest, "due" | "remindAt">): number | null {
  if (!due || !remindAt) return null;
  const [from, to] = [
    Temporal.PlainDateTime.from(remindAt.local),
    Temporal.PlainDateTime.from(due.local),
  ];
  if (from.toPlainTime().equals(to.toPlainTime()))
    return from.until(to, { largestUnit: "days" }).days * minutesPerDay;
  return minutesBetween(toMinute(remindAt.instant), toMinute(due.instant));
}

const toMinute = (instant: string) => `${instant.slice(0, 16)}:00.000Z`;
