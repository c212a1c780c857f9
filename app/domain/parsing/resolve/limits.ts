import { movedFrom } from "../calendar/days.ts";
import { codeOf } from "../grammar/repetition/repeating.ts";
import type { Limit, Repetition, When } from "../types.ts";

/** Adds "except Sunday" or "until June 30" to a repetition; one that cannot be kept leaves it unsure. */
export function withLimit(when: When, limit: Limit): When {
  if (limit.type !== "except") return when.end ? { ...when, isUnsure: true } : { ...when, end: limit };
  const repetition = when.repetition && withoutDays(when.repetition, limit.weekdays);
  if (!repetition || !when.day) return { ...when, isUnsure: true };
  const day = movedFrom(when.day, (date) => {
    let kept = date;
    while (!repetition.days!.includes(codeOf(kept.dayOfWeek))) kept = kept.add({ days: 1 });
    return kept;
  });
  return { ...when, day, repetition };
}

function withoutDays({ frequency, interval, days }: Repetition, weekdays: number[]): Repetition | null {
  const isEveryDay = frequency === "DAILY" && interval === undefined;
  if (!isEveryDay && !(frequency === "WEEKLY" && days)) return null;
  const left = (days ?? [1, 2, 3, 4, 5, 6, 7].map(codeOf)).filter((day) => !weekdays.map(codeOf).includes(day));
  return left.length > 0 && left.length < (days?.length ?? 7)
    ? { frequency: "WEEKLY", ...(interval && { interval }), days: left }
    : null;
}
