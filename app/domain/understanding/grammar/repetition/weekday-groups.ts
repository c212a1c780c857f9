import { wordSet } from "#app/domain/understanding/lexicon/word-set.ts";
import type { When } from "#app/domain/understanding/types.ts";
import { isSentenceEnd, isSentenceStart, wordAfter } from "../engine/place.ts";
import { rule } from "../engine/rule.ts";
import type { Rule } from "../engine/types.ts";
import { every, nextMonday, repeating } from "./repeating.ts";
import { schoolDays, weekly } from "./weekly.ts";

/** "Weekdays", "every weekend", "alternate weeks". */
export const weekdayGroupRules: Rule<When>[] = [
  rule({
    say: "every|each weekday|workday",
    examples: ["every weekday"],
    means: () => weekly(schoolDays),
  }),
  rule({
    say: "every|each school|work|working day",
    examples: ["every school day"],
    means: () => weekly(schoolDays),
  }),
  rule({
    say: "every|each school|weekday {part}",
    examples: ["every school night", "every weekday morning"],
    means: ({ part }) => weekly(part === "night" ? [7, 1, 2, 3, 4] : schoolDays, 1, { part }),
  }),
  rule({
    say: "[on] weeknights",
    examples: ["weeknights"],
    means: () => weekly(schoolDays, 1, { part: "night" }),
  }),
  rule({
    say: "every|each weeknight",
    examples: ["every weeknight"],
    means: () => weekly(schoolDays, 1, { part: "night" }),
  }),
  rule({
    say: "on school nights",
    examples: ["on school nights"],
    means: () => weekly([7, 1, 2, 3, 4], 1, { part: "night" }),
  }),
  rule({ say: "on weekdays|workdays", examples: ["on weekdays"], means: () => weekly(schoolDays) }),
  rule({
    say: "weekdays",
    examples: ["weekdays"],
    means: (_, place) =>
      isSentenceStart(place) || isSentenceEnd(place) || wordsAfterDays.has(wordAfter(place))
        ? weekly(schoolDays)
        : null,
  }),
  rule({
    say: "every|each [single] weekend",
    examples: ["every weekend"],
    means: () => weekly([6]),
  }),
  rule({
    say: "every|each other|second|alternate weekend",
    examples: ["every other weekend"],
    means: () => weekly([6], 2),
  }),
  rule({
    say: "[on] alternate weekends",
    examples: ["alternate weekends"],
    means: () => weekly([6], 2),
  }),
  rule({ say: "on|at weekends", examples: ["on weekends"], means: () => weekly([6, 7]) }),
  rule({
    say: "weekends",
    examples: ["weekends"],
    means: (_, place) =>
      isSentenceStart(place) || isSentenceEnd(place) || wordsAfterDays.has(wordAfter(place))
        ? weekly([6, 7])
        : null,
  }),
  rule({
    say: "every|each week",
    examples: ["every week"],
    means: () => repeating(nextMonday, every("WEEKLY")),
  }),
  rule({
    say: "every|each other|second|alternate week",
    examples: ["every other week"],
    means: () => repeating(nextMonday, every("WEEKLY", 2)),
  }),
  rule({
    say: "[on|in|every] alternate|alternating weeks",
    examples: ["alternate weeks"],
    means: () => repeating(nextMonday, every("WEEKLY", 2)),
  }),
  rule({
    say: "every|each fortnight",
    examples: ["every fortnight"],
    means: () => repeating(nextMonday, every("WEEKLY", 2)),
  }),
  rule({
    say: "every|each [single] week [on|:|,] {anyWeekdays}",
    examples: [
      "every week on Friday",
      "every week on Tuesday and on Thursday",
      "each week: Mon, Wed, Fri",
    ],
    means: ({ anyWeekdays }) => weekly(anyWeekdays),
  }),
  rule({
    say: "every|each week on weekdays|workdays",
    examples: ["every week on weekdays"],
    means: () => weekly(schoolDays),
  }),
  rule({
    say: "every|each week on [the] weekend|weekends",
    examples: ["every week on the weekend"],
    means: (_, { scan, to }) => weekly(scan.tokens[to - 1]!.word === "weekends" ? [6, 7] : [6]),
  }),
  rule({
    say: "every|each other|second|alternate week [on|:|,] {anyWeekdays}",
    examples: ["every other week on Friday", "every other week on Tuesday and Thursday"],
    means: ({ anyWeekdays }) => weekly(anyWeekdays, 2),
  }),
  rule({
    say: "every|each fortnight [on|:|,] {anyWeekdays}",
    examples: ["every fortnight on Tuesday and Friday"],
    means: ({ anyWeekdays }) => weekly(anyWeekdays, 2),
  }),
  rule({
    say: "every 2 nd week [on|:|,] {anyWeekdays}",
    examples: ["every 2nd week on Monday and Thursday"],
    means: ({ anyWeekdays }) => weekly(anyWeekdays, 2),
  }),
  rule({
    say: "[once] every {duration} [on] {anyWeekdays}",
    examples: ["every two weeks on Friday", "every 3 weeks on Mondays and Fridays"],
    means: ({ duration, anyWeekdays }) => {
      const { minutes, days, months } = duration;
      const isWeeks = minutes === 0 && months === 0 && days > 0 && days % 7 === 0;
      return isWeeks ? weekly(anyWeekdays, days / 7) : null;
    },
  }),
  rule({
    say: "once|twice a|per|each|every week [on|:|,] {anyWeekdays}",
    examples: ["once a week on Friday", "twice a week on Tuesday and Thursday"],
    means: ({ anyWeekdays }, { scan, from }) =>
      timesWeekly(scan.tokens[from]!.word === "once" ? 1 : 2, anyWeekdays),
  }),
  rule({
    say: "{number} times|x a|per|each|every week [on|:|,] {anyWeekdays}",
    examples: ["three times a week on Mon, Wed and Fri"],
    means: ({ number, anyWeekdays }) => timesWeekly(number, anyWeekdays),
  }),
];

const wordsAfterDays = wordSet("at from @ until till til through except");

/** "Twice a week on Tuesday" leaves a day open. */
function timesWeekly(times: number, weekdays: number[]): When | null {
  return times === weekdays.length ? weekly(weekdays) : null;
}
