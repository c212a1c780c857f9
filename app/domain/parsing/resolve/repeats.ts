import type { Repeats, Repetition, When } from "../types.ts";

export function repeatsOf({ repetition, countsFromDone, except }: When): Repeats | null {
  if (!repetition) return null;
  return { rule: ruleOf(repetition), from: countsFromDone ? "done" : "due", ...(except && { except }) };
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
