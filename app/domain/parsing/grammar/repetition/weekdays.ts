import { mondayOf, once } from "../../calendar/days.ts";
import { partsInPlural } from "../../lexicon/calendar.ts";
import { wordSet } from "../../lexicon/word-set.ts";
import type { Day, When } from "../../types.ts";
import { isSentenceEnd, isSentenceStart, wordAfter } from "../engine/place.ts";
import { rule } from "../engine/rule.ts";
import type { Rule } from "../engine/types.ts";
import { every, repeating, weeklyOn } from "./repeating.ts";

const schoolDays = [1, 2, 3, 4, 5];

export const weekdayRepetitionRules: Rule<When>[] = [
  rule({ say: "every|each [single] {weekday}", examples: ["every Friday"], means: ({ weekday }) => weekly([weekday]) }),
  rule({
    say: "every|each other|second|2nd {weekday}",
    examples: ["every other Tuesday"],
    means: ({ weekday }) => weekly([weekday], 2),
  }),
  rule({
    say: "every third {weekday}",
    examples: ["every third Monday"],
    means: ({ weekday }) => weekly([weekday], 3),
  }),
  rule({
    say: "every|each {weekday} and|or|,|&|/ {weekday2}",
    examples: ["every Monday and Wednesday", "every Tue/Thu"],
    means: ({ weekday, weekday2 }) => weekly([weekday, weekday2]),
  }),
  rule({
    say: "every|each {weekday} ,|/ {weekday2} [,|/] [and|&] {weekday3}",
    examples: ["every Monday, Wednesday and Friday", "every Mon/Wed/Fri"],
    means: ({ weekday, weekday2, weekday3 }) => weekly([weekday, weekday2, weekday3]),
  }),
  rule({
    say: "{weekday} ,|/ {weekday2} [,|/] [and|&] {weekday3}",
    examples: ["Mon, Wed and Fri", "Mon, Wed, Fri"],
    means: ({ weekday, weekday2, weekday3 }) => {
      const day = onWeekday([weekday, weekday2, weekday3]);
      return { day, exceedsDueDate: true };
    },
  }),
  rule({
    say: "{weekday} {weekday2} [and] {weekday3}",
    examples: ["mon wed fri"],
    means: ({ weekday, weekday2, weekday3 }) => ({
      day: onWeekday([weekday, weekday2, weekday3]),
      exceedsDueDate: true,
    }),
  }),
  rule({
    say: "{weekday} {weekday2}",
    examples: ["tue thu"],
    means: ({ weekday, weekday2 }) => ({ day: onWeekday([weekday, weekday2]), exceedsDueDate: true }),
  }),
  rule({
    say: "every|each {weekday} to|through|thru|till|until|- {weekday2}",
    examples: ["every Monday to Thursday"],
    means: ({ weekday, weekday2 }) => {
      const days = Array.from({ length: weekday2 - weekday + 1 }, (_, index) => weekday + index);
      return weekday < weekday2 ? weekly(days) : null;
    },
  }),
  rule({
    say: "[on] all [the] {weekdays}",
    examples: ["all the Mondays"],
    means: ({ weekdays }) => weekly([weekdays]),
  }),
  rule({ say: "[on] {weekdays}", examples: ["Mondays", "on Tuesdays"], means: ({ weekdays }) => weekly([weekdays]) }),
  rule({
    say: "[on] {weekdays} and|or|,|& {weekdays2}",
    examples: ["Tuesdays and Thursdays"],
    means: ({ weekdays, weekdays2 }) => weekly([weekdays, weekdays2]),
  }),
  rule({
    say: "[on] {weekdays} , {weekdays2} [,] and|& {weekdays3}",
    examples: ["Mondays, Wednesdays and Fridays"],
    means: ({ weekdays, weekdays2, weekdays3 }) => weekly([weekdays, weekdays2, weekdays3]),
  }),
  rule({
    say: "every|each {weekday} {part}",
    examples: ["every Friday night"],
    means: ({ weekday, part }) => weekly([weekday], 1, { part }),
  }),
  rule({
    say: "every|each {weekday} and|, {weekday2} {part}",
    examples: ["every Tuesday and Saturday night"],
    means: ({ weekday, weekday2, part }) => weekly([weekday, weekday2], 1, { part }),
  }),
  rule({
    say: "[on] {weekday} mornings|afternoons|evenings|nights",
    examples: ["Sunday nights"],
    means: ({ weekday }, { scan, to }) => weekly([weekday], 1, { part: partsInPlural[scan.tokens[to - 1]!.word]! }),
  }),
  rule({
    say: "[on] {weekday} and|or|,|& {weekday2} mornings|afternoons|evenings|nights",
    examples: ["Monday and Thursday nights"],
    means: ({ weekday, weekday2 }, { scan, to }) =>
      weekly([weekday, weekday2], 1, { part: partsInPlural[scan.tokens[to - 1]!.word]! }),
  }),
  rule({ say: "every|each weekday|workday", examples: ["every weekday"], means: () => weekly(schoolDays) }),
  rule({ say: "every|each school|work|working day", examples: ["every school day"], means: () => weekly(schoolDays) }),
  rule({
    say: "every|each school|weekday {part}",
    examples: ["every school night", "every weekday morning"],
    means: ({ part }) => weekly(part === "night" ? [7, 1, 2, 3, 4] : schoolDays, 1, { part }),
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
  rule({ say: "every|each [single] weekend", examples: ["every weekend"], means: () => weekly([6]) }),
  rule({ say: "every|each other|second weekend", examples: ["every other weekend"], means: () => weekly([6], 2) }),
  rule({ say: "on|at weekends", examples: ["on weekends"], means: () => weekly([6, 7]) }),
  rule({
    say: "weekends",
    examples: ["weekends"],
    means: (_, place) =>
      isSentenceStart(place) || isSentenceEnd(place) || wordsAfterDays.has(wordAfter(place)) ? weekly([6, 7]) : null,
  }),
  rule({ say: "every|each week", examples: ["every week"], means: () => repeating(nextMonday, every("WEEKLY")) }),
  rule({
    say: "every|each other|second week",
    examples: ["every other week"],
    means: () => repeating(nextMonday, every("WEEKLY", 2)),
  }),
  rule({
    say: "every|each fortnight",
    examples: ["every fortnight"],
    means: () => repeating(nextMonday, every("WEEKLY", 2)),
  }),
  rule({
    say: "every|each week on {weekday}",
    examples: ["every week on Friday"],
    means: ({ weekday }) => weekly([weekday]),
  }),
  rule({
    say: "every|each other|second week on {weekday}",
    examples: ["every other week on Friday"],
    means: ({ weekday }) => weekly([weekday], 2),
  }),
  rule({
    say: "every {duration} on {weekday}",
    examples: ["every two weeks on Friday"],
    means: ({ duration, weekday }) => {
      const { minutes, days, months } = duration;
      const isWeeks = minutes === 0 && months === 0 && days > 0 && days % 7 === 0;
      return isWeeks ? weekly([weekday], days / 7) : null;
    },
  }),
];

const wordsAfterDays = wordSet("at from @ until till til through except");

const nextMonday = once((today) => mondayOf(today).add({ days: 7 }));

function weekly(weekdays: number[], interval = 1, more: When = {}): When | null {
  return repeating(onWeekday(weekdays), weeklyOn(weekdays, interval), more);
}

/** The first of these weekdays; today only with a time that is still to come. */
function onWeekday(weekdays: number[]): Day {
  return {
    type: "recurring",
    next: (from) => from.add({ days: Math.min(...weekdays.map((weekday) => (weekday - from.dayOfWeek + 7) % 7)) }),
    isTodayOnlyWithTime: true,
  };
}
