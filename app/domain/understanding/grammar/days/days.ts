import { daysFromToday } from "#app/domain/understanding/calendar/days.ts";
import type { Day } from "#app/domain/understanding/types.ts";
import { isSentenceEnd, wordAfter } from "../engine/place.ts";
import { rule } from "../engine/rule.ts";
import type { Place, Rule } from "../engine/types.ts";
import { isDayOfMonth, monthly } from "./day-numbers.ts";

export const dayRules: Rule<Day>[] = [
  rule({ say: "{date}", examples: ["October 20th"], means: ({ date }) => date }),
  rule({ say: "{holiday}", examples: ["Christmas Eve"], means: ({ holiday }) => holiday }),
  rule({
    say: "the {dayOfMonth}",
    examples: ["the 20th"],
    means: ({ dayOfMonth }, place) =>
      isDayOfMonth(dayOfMonth, place) ? monthly(dayOfMonth.day) : null,
  }),
  rule({ say: "[later] today", examples: ["today", "later today"], means: () => daysFromToday(0) }),
  rule({ say: "tomorrow", examples: ["tomorrow"], means: () => daysFromToday(1) }),
  rule({
    say: "today week",
    examples: ["today week"],
    means: (_, place) => (endsDay(place) ? daysFromToday(7) : null),
  }),
  rule({
    say: "tomorrow week",
    examples: ["tomorrow week"],
    means: (_, place) => (endsDay(place) ? daysFromToday(8) : null),
  }),
  rule({
    say: "[the] day after tomorrow",
    examples: ["the day after tomorrow"],
    means: () => daysFromToday(2),
  }),
  // Speakers of other languages use this for the day after tomorrow.
  rule({
    say: "after tomorrow",
    examples: ["after tomorrow"],
    means: (_, place) => (wordAfter(place) === "'s" ? null : daysFromToday(2)),
  }),
];

/** "Give it back today week", but not "tomorrow week 3 starts". */
function endsDay(place: Place): boolean {
  return isSentenceEnd(place) || ["at", "by", "before", "in"].includes(wordAfter(place));
}
