import { mondayOf, once } from "../../calendar/days.ts";
import type { Day, When } from "../../types.ts";
import { rule } from "../engine/rule.ts";
import type { Rule } from "../engine/types.ts";
import { repeating } from "./repeating.ts";

export const weekdayRepetitionRules: Rule<When>[] = [
  rule({
    say: "every|each [single|other|second|third] {weekday}",
    examples: ["every Friday", "every other Tuesday"],
    means: ({ weekday }) => repeating(onWeekday(weekday)),
  }),
  rule({
    say: "every|each {weekday} and|or|, {weekday2}",
    examples: ["every Monday and Wednesday"],
    means: ({ weekday, weekday2 }) => repeating(onWeekday(weekday, weekday2)),
  }),
  rule({
    say: "every|each {weekday} , {weekday2} [,] and {weekday3}",
    examples: ["every Monday, Wednesday and Friday"],
    means: ({ weekday, weekday2, weekday3 }) => repeating(onWeekday(weekday, weekday2, weekday3)),
  }),
  rule({
    say: "{weekday} , {weekday2} [,] and|& {weekday3}",
    examples: ["Mon, Wed and Fri"],
    means: ({ weekday, weekday2, weekday3 }) => repeating(onWeekday(weekday, weekday2, weekday3)),
  }),
  rule({
    say: "[on] {weekdays}",
    examples: ["Mondays", "on Tuesdays"],
    means: ({ weekdays }) => repeating(onWeekday(weekdays)),
  }),
  rule({
    say: "[on] {weekdays} and|or|, {weekdays2}",
    examples: ["Tuesdays and Thursdays"],
    means: ({ weekdays, weekdays2 }) => repeating(onWeekday(weekdays, weekdays2)),
  }),
  rule({
    say: "every|each {weekday} {part}",
    examples: ["every Friday night"],
    means: ({ weekday, part }) => repeating(onWeekday(weekday), { part }),
  }),
  rule({
    say: "every|each weekday|workday",
    examples: ["every weekday"],
    means: () => repeating(onWeekday(1, 2, 3, 4, 5)),
  }),
  rule({ say: "every school day", examples: ["every school day"], means: () => repeating(onWeekday(1, 2, 3, 4, 5)) }),
  rule({ say: "on weekdays", examples: ["on weekdays"], means: () => repeating(onWeekday(1, 2, 3, 4, 5)) }),
  rule({ say: "every|each [other|single] weekend", examples: ["every weekend"], means: () => repeating(onWeekday(6)) }),
  rule({ say: "on|at weekends", examples: ["on weekends"], means: () => repeating(onWeekday(6)) }),
  rule({ say: "every|each week", examples: ["every week"], means: () => repeating(nextMonday) }),
  rule({ say: "every|each other|second week", examples: ["every other week"], means: () => repeating(nextMonday) }),
  rule({
    say: "every|each [other|second] week on {weekday}",
    examples: ["every other week on Friday"],
    means: ({ weekday }) => repeating(onWeekday(weekday)),
  }),
  rule({
    say: "every {duration} on {weekday}",
    examples: ["every two weeks on Friday"],
    means: ({ weekday }) => repeating(onWeekday(weekday)),
  }),
];

const nextMonday = once((today) => mondayOf(today).add({ days: 7 }));

/** The first of these weekdays; today only with a time that is still to come. */
function onWeekday(...weekdays: number[]): Day {
  return {
    type: "recurring",
    next: (from) => from.add({ days: Math.min(...weekdays.map((weekday) => (weekday - from.dayOfWeek + 7) % 7)) }),
    isTodayOnlyWithTime: true,
  };
}
