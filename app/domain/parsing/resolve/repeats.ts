import { Temporal, wallClockAt } from "#app/domain/core/time.ts";
import type { Due, Limit, Repeats, Repetition, When } from "../types.ts";

export function repeatsOf(when: When, due: Due, now: string, timeZone: string): Repeats | null {
  const { repetition, countsFromDone, except, end } = when;
  if (!repetition) return null;
  const until = end && lastDayOf(end, due, wallClockAt(now, timeZone));
  const rule = ruleOf(repetition) + (until ? `;UNTIL=${until.toString().replaceAll("-", "")}` : "");
  return { rule, from: countsFromDone ? "done" : "due", ...(except && { except }) };
}

/** Tasks repeat by the day at most, and from when they were done only without an end. */
export function mayRepeatOtherwise(when: When, due: Due, now: string, timeZone: string): boolean {
  const { repetition, countsFromDone, end, isUnsure } = when;
  if (isUnsure || repetition?.frequency === "HOURLY" || repetition?.frequency === "MINUTELY") return true;
  return end !== undefined && (countsFromDone === true || !lastDayOf(end, due, wallClockAt(now, timeZone)));
}

/** Null for one before the first day. */
function lastDayOf(
  end: Exclude<Limit, { type: "except" }>,
  due: Due,
  now: Temporal.PlainDateTime,
): Temporal.PlainDate | null {
  const first = Temporal.PlainDate.from(due.local.slice(0, 10));
  if (end.type === "lasting") {
    const { days, months } = end.duration;
    return first.add({ days, months }).subtract({ days: 1 });
  }
  const { day } = end;
  const date = day.type === "once" ? day.date(now) : day.next(first);
  return date && Temporal.PlainDate.compare(date, first) >= 0 ? date : null;
}

function ruleOf({ frequency, interval, month, daysOfMonth, days }: Repetition): string {
  const parts = [
    `FREQ=${frequency}`,
    interval && `INTERVAL=${interval}`,
    month && `BYMONTH=${month}`,
    daysOfMonth && `BYMONTHDAY=${daysOfMonth.join(",")}`,
    days && `BYDAY=${days.join(",")}`,
  ];
  return parts.filter(Boolean).join(";");
}
