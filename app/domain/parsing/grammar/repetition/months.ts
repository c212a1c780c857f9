import { everyMonth, nthWeekdayOf, once } from "../../calendar/days.ts";
import type { Day, When } from "../../types.ts";
import { monthly } from "../days/dates.ts";
import { rule } from "../engine/rule.ts";
import type { Rule } from "../engine/types.ts";
import { repeating } from "./repeating.ts";

export const monthRepetitionRules: Rule<When>[] = [
  rule({
    say: "every|each [other|second] month",
    examples: ["every month"],
    means: () => repeating(nextFirst),
  }),
  rule({
    say: "every|each [other|second] month on the {dayOfMonth}",
    examples: ["every month on the 5th"],
    means: ({ dayOfMonth }) => repeating(monthly(dayOfMonth.day)),
  }),
  rule({
    say: "[on] the {dayOfMonth} of every|each month",
    examples: ["the 15th of every month"],
    means: ({ dayOfMonth }) => repeating(monthly(dayOfMonth.day)),
  }),
  rule({
    say: "every|each {dayOfMonth} and {dayOfMonth2} [of the month]",
    examples: ["every 1st and 15th"],
    means: ({ dayOfMonth, dayOfMonth2 }) => repeating(onDaysOfMonth(dayOfMonth.day, dayOfMonth2.day)),
  }),
  rule({
    say: "[on] the {dayOfMonth} and [the] {dayOfMonth2} of every|each month",
    examples: ["on the 1st and 15th of each month"],
    means: ({ dayOfMonth, dayOfMonth2 }) => repeating(onDaysOfMonth(dayOfMonth.day, dayOfMonth2.day)),
  }),
  rule({
    say: "every|each {nth} {weekday} [of the month]",
    examples: ["every first Monday", "every first Monday of the month"],
    means: ({ nth, weekday }) => repeating(everyMonth((first) => nthWeekdayOf(first, nth, weekday))),
  }),
  rule({
    say: "[on] the {nth} {weekday} of every|each month",
    examples: ["on the first Monday of each month"],
    means: ({ nth, weekday }) => repeating(everyMonth((first) => nthWeekdayOf(first, nth, weekday))),
  }),
  rule({ say: "every|each [other] year", examples: ["every year"], means: () => repeating(newYear) }),
  rule({
    say: "every|each year on {date}",
    examples: ["every year on October 5"],
    means: ({ date }) => repeating(date),
  }),
  rule({ say: "every {date}", examples: ["every October 5th"], means: ({ date }) => repeating(date) }),
];

// Without a day of their own, months and years start on their first.
const nextFirst = once((today) => today.subtract({ days: 1 }).with({ day: 1 }).add({ months: 1 }));
const newYear = once((today) => today.subtract({ days: 1 }).with({ month: 1, day: 1 }).add({ years: 1 }));

function onDaysOfMonth(...days: number[]): Day | null {
  if (days.includes(0)) return null;
  return {
    type: "recurring",
    next: (from) => {
      let date = from;
      while (!days.includes(date.day)) date = date.add({ days: 1 });
      return date;
    },
  };
}
