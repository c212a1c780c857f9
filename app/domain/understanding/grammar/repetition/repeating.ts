import { mondayOf, onDay } from "#app/domain/understanding/calendar/days.ts";
import type { Day, Repetition, When } from "#app/domain/understanding/types.ts";

/** Sets the first day of a repetition as the due date; the description keeps the rest. */
export function repeating(day: Day | null, repetition: Repetition, more: When = {}): When | null {
  return day && { day, repetition, ...more, exceedsDueDate: true };
}

export function weeklyOn(weekdays: number[], interval = 1): Repetition {
  const days = weekdays.toSorted((one, other) => one - other).map(codeOf);
  return { frequency: "WEEKLY", ...(interval > 1 && { interval }), days };
}

export function every(frequency: Repetition["frequency"], interval = 1): Repetition {
  return interval > 1 ? { frequency, interval } : { frequency };
}

/** 1 is Monday. */
export function codeOf(weekday: number): string {
  return ["MO", "TU", "WE", "TH", "FR", "SA", "SU"][weekday - 1]!;
}

/** Without a day of their own, months start on their first. */
export const nextFirst = onDay((today) =>
  today.subtract({ days: 1 }).with({ day: 1 }).add({ months: 1 }),
);
export const nextMonday = onDay((today) => mondayOf(today).add({ days: 7 }));
export const newYear = onDay((today) =>
  today.subtract({ days: 1 }).with({ month: 1, day: 1 }).add({ years: 1 }),
);
