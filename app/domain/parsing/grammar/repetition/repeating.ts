import type { Day, When } from "../../types.ts";

/** A repetition is due on its first day; the description keeps the rest. */
export function repeating(day: Day | null, more: When = {}): When | null {
  return day && { day, ...more, exceedsDueDate: true };
}
