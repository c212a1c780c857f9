import type { Day, When } from "#app/domain/understanding/types.ts";
import { repeating, weeklyOn } from "./repeating.ts";

export const schoolDays = [1, 2, 3, 4, 5];

export function weekly(weekdays: number[], interval = 1, more: When = {}): When | null {
  return repeating(onWeekday(weekdays), weeklyOn(weekdays, interval), more);
}

/** The first of these weekdays; today only with a time that is still to come. */
export function onWeekday(weekdays: number[]): Day {
  return {
    type: "recurring",
    next: (from) =>
      from.add({
        days: Math.min(...weekdays.map((weekday) => (weekday - from.dayOfWeek + 7) % 7)),
      }),
    isTodayOnlyWithTime: true,
  };
}
