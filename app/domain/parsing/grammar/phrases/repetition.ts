import { everyMonth, mondayOf, nthWeekdayOf, once } from "../../calendar/days.ts";
import type { Day, When } from "../../types.ts";
import { monthly } from "../days/dates.ts";
import { wordAfter } from "../engine/place.ts";
import { type Rule, rule } from "../engine/rule.ts";

/** What comes again and again is due when it first comes. */
export const REPETITION_RULES: Rule<When>[] = [
  rule({
    say: "every|each [single|other|second|third] {weekday}",
    examples: ["every Friday", "every other Tuesday"],
    means: ({ weekday }) => again(onWeekday(weekday)),
  }),
  rule({
    say: "every|each {weekday} and|or|, {weekday2}",
    examples: ["every Monday and Wednesday"],
    means: ({ weekday, weekday2 }) => again(onWeekday(weekday, weekday2)),
  }),
  rule({
    say: "every|each {weekday} , {weekday2} [,] and {weekday3}",
    examples: ["every Monday, Wednesday and Friday"],
    means: ({ weekday, weekday2, weekday3 }) => again(onWeekday(weekday, weekday2, weekday3)),
  }),
  rule({
    say: "{weekday} , {weekday2} [,] and|& {weekday3}",
    examples: ["Mon, Wed and Fri"],
    means: ({ weekday, weekday2, weekday3 }) => again(onWeekday(weekday, weekday2, weekday3)),
  }),
  rule({
    say: "[on] {weekdays}",
    examples: ["Mondays", "on Tuesdays"],
    means: ({ weekdays }) => again(onWeekday(weekdays)),
  }),
  rule({
    say: "[on] {weekdays} and|or|, {weekdays2}",
    examples: ["Tuesdays and Thursdays"],
    means: ({ weekdays, weekdays2 }) => again(onWeekday(weekdays, weekdays2)),
  }),
  rule({
    say: "every|each [single|other|second] day",
    examples: ["every day", "every other day"],
    means: () => again(EVERY_DAY),
  }),
  rule({
    say: "daily|nightly|everyday",
    examples: ["daily"],
    means: (_, place) => {
      const night = place.scan.tokens[place.from]!.word === "nightly";
      return standsLast(wordAfter(place)) ? again(EVERY_DAY, night ? { part: "night" } : {}) : null;
    },
  }),
  rule({
    say: "every|each [single|other|school] {part}",
    examples: ["every morning", "each night"],
    means: ({ part }) => again(EVERY_DAY, { part }),
  }),
  rule({
    say: "every|each {weekday} {part}",
    examples: ["every Friday night"],
    means: ({ weekday, part }) => again(onWeekday(weekday), { part }),
  }),
  rule({
    say: "every|each weekday|workday",
    examples: ["every weekday"],
    means: () => again(onWeekday(1, 2, 3, 4, 5)),
  }),
  rule({ say: "every school day", examples: ["every school day"], means: () => again(onWeekday(1, 2, 3, 4, 5)) }),
  rule({ say: "on weekdays", examples: ["on weekdays"], means: () => again(onWeekday(1, 2, 3, 4, 5)) }),
  rule({ say: "every|each [other|single] weekend", examples: ["every weekend"], means: () => again(onWeekday(6)) }),
  rule({ say: "on|at weekends", examples: ["on weekends"], means: () => again(onWeekday(6)) }),
  rule({ say: "every|each week", examples: ["every week"], means: () => again(NEXT_MONDAY) }),
  rule({ say: "every|each other|second week", examples: ["every other week"], means: () => again(NEXT_MONDAY) }),
  rule({
    say: "every|each [other|second] week on {weekday}",
    examples: ["every other week on Friday"],
    means: ({ weekday }) => again(onWeekday(weekday)),
  }),
  rule({
    say: "every|each [other|second] month",
    examples: ["every month"],
    means: () => again(NEXT_FIRST),
  }),
  rule({
    say: "every|each [other|second] month on the {dayOfMonth}",
    examples: ["every month on the 5th"],
    means: ({ dayOfMonth }) => again(monthly(dayOfMonth.day)),
  }),
  rule({
    say: "[on] the {dayOfMonth} of every|each month",
    examples: ["the 15th of every month"],
    means: ({ dayOfMonth }) => again(monthly(dayOfMonth.day)),
  }),
  rule({
    say: "every|each {dayOfMonth} and {dayOfMonth2} [of the month]",
    examples: ["every 1st and 15th"],
    means: ({ dayOfMonth, dayOfMonth2 }) => again(onDaysOfMonth(dayOfMonth.day, dayOfMonth2.day)),
  }),
  rule({
    say: "[on] the {dayOfMonth} and [the] {dayOfMonth2} of every|each month",
    examples: ["on the 1st and 15th of each month"],
    means: ({ dayOfMonth, dayOfMonth2 }) => again(onDaysOfMonth(dayOfMonth.day, dayOfMonth2.day)),
  }),
  rule({
    say: "every|each {nth} {weekday} [of the month]",
    examples: ["every first Monday", "every first Monday of the month"],
    means: ({ nth, weekday }) => again(everyMonth((first) => nthWeekdayOf(first, nth, weekday))),
  }),
  rule({
    say: "[on] the {nth} {weekday} of every|each month",
    examples: ["on the first Monday of each month"],
    means: ({ nth, weekday }) => again(everyMonth((first) => nthWeekdayOf(first, nth, weekday))),
  }),
  rule({ say: "every|each [other] year", examples: ["every year"], means: () => again(NEW_YEAR) }),
  rule({
    say: "starting|beginning [on|from|in] {day}",
    examples: ["starting Oct 15"],
    means: ({ day }) => ({ day, isStart: true }),
  }),
  rule({ say: "every|each year on {date}", examples: ["every year on October 5"], means: ({ date }) => again(date) }),
  rule({ say: "every {date}", examples: ["every October 5th"], means: ({ date }) => again(date) }),
  rule({
    say: "every {stretch}",
    examples: ["every 3 days", "every four hours", "every two weeks"],
    means: ({ stretch }) => {
      if (stretch.minutes > 0) return { afterMinutes: stretch.minutes, isMoreThanDue: true };
      return again({
        kind: "once",
        date: (now) => now.toPlainDate().add({ days: stretch.days, months: stretch.months }),
      });
    },
  }),
  rule({
    say: "every {stretch} on {weekday}",
    examples: ["every two weeks on Friday"],
    means: ({ weekday }) => again(onWeekday(weekday)),
  }),
];

const EVERY_DAY: Day = { kind: "recurring", next: (date) => date };

/** A month and a year have no day of their own: they begin with the first, or where it is said that they start. */
const NEXT_FIRST: Day = once((today) => today.subtract({ days: 1 }).with({ day: 1 }).add({ months: 1 }));
const NEW_YEAR: Day = once((today) => today.subtract({ days: 1 }).with({ month: 1, day: 1 }).add({ years: 1 }));

const NEXT_MONDAY: Day = once((today) => mondayOf(today).add({ days: 7 }));

function again(day: Day | null, more: When = {}): When | null {
  return day && { day, ...more, isMoreThanDue: true };
}

/** The first of these weekdays after today, or today with a time still to come. */
function onWeekday(...weekdays: number[]): Day {
  return {
    kind: "recurring",
    next: (from) => from.add({ days: Math.min(...weekdays.map((weekday) => (weekday - from.dayOfWeek + 7) % 7)) }),
    isNeverTodayAlone: true,
  };
}

/** The first of these days of a month that comes. */
function onDaysOfMonth(...days: number[]): Day | null {
  if (days.includes(0)) return null;
  return {
    kind: "recurring",
    next: (from) => {
      let date = from;
      while (!days.includes(date.day)) date = date.add({ days: 1 });
      return date;
    },
  };
}

/** "Daily" is a repetition at the end of a sentence, and an adjective before a thing. */
function standsLast(next: string): boolean {
  return !/^\p{L}/u.test(next) || PREPOSITIONS.has(next);
}

const PREPOSITIONS = new Set("at for in on by with to from after before until starting".split(" "));
