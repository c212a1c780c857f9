import { daysFromToday, onDay } from "#app/domain/understanding/calendar/days.ts";
import type { When } from "#app/domain/understanding/types.ts";
import { rule } from "../engine/rule.ts";
import type { Rule } from "../engine/types.ts";

export const sameTimeRules: Rule<When>[] = [
  rule({
    say: "[at] [about|around] this|same time next week",
    examples: ["this time next week"],
    means: () => ({ day: daysFromToday(7), isAtCurrentTime: true }),
  }),
  rule({
    say: "[at] [about|around] this|same time next month",
    examples: ["this time next month"],
    means: () => ({ day: onDay((today) => today.add({ months: 1 })), isAtCurrentTime: true }),
  }),
  rule({
    say: "[at] [about|around] this|same [same] time [on] {day}",
    examples: ["this time tomorrow", "same time on Friday"],
    means: ({ day }) => ({ day, isAtCurrentTime: true }),
  }),
  rule({
    say: "[at] [about|around] the same time [on] {day}",
    examples: ["at the same time tomorrow"],
    means: ({ day }) => ({ day, isAtCurrentTime: true }),
  }),
  rule({
    say: "{day} [at] [about|around] this|same time",
    examples: ["tomorrow this time", "tomorrow at this time"],
    means: ({ day }) => ({ day, isAtCurrentTime: true }),
  }),
];
