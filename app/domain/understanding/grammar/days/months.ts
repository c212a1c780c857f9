import { Temporal } from "#app/domain/core/time.ts";
import {
  everyMonth,
  movedFrom,
  nthWeekdayOf,
  ofMonth,
  onDay,
} from "#app/domain/understanding/calendar/days.ts";
import type { Day } from "#app/domain/understanding/types.ts";
import { wordSet } from "#app/domain/understanding/lexicon/word-set.ts";
import { isSentenceEnd, wordBefore } from "../engine/place.ts";
import { rule } from "../engine/rule.ts";
import type { Place, Rule } from "../engine/types.ts";

type PlainDate = Temporal.PlainDate;

/** Months and years stand for one day: the first, or the last in "the end of October". */
export const monthRules: Rule<Day>[] = [
  rule({
    say: "[early] next month",
    examples: ["next month"],
    means: () => onDay((today) => firstOfMonth(today, 1)),
  }),
  rule({
    say: "[early] next year",
    examples: ["next year"],
    means: () => onDay((today) => firstOfYear(today.year + 1)),
  }),
  rule({
    say: "the month after next",
    examples: ["the month after next"],
    means: () => onDay((today) => firstOfMonth(today, 2)),
  }),
  rule({ say: "[later] this month", examples: ["this month"], means: () => endOfMonth(0) }),
  rule({ say: "[later] this year", examples: ["this year"], means: () => onDay(lastOfYear) }),
  rule({
    say: "[the] end of the|this month",
    examples: ["the end of the month"],
    means: () => endOfMonth(0),
  }),
  rule({
    say: "[the] month|months ['s] [-] end",
    examples: ["month end", "month's end"],
    means: () => endOfMonth(0),
  }),
  rule({ say: "eom", examples: ["eom"], means: () => endOfMonth(0) }),
  rule({
    say: "[the] end of next month",
    examples: ["the end of next month"],
    means: () => endOfMonth(1),
  }),
  rule({
    say: "[the] end of the|this year",
    examples: ["the end of the year"],
    means: () => onDay(lastOfYear),
  }),
  rule({ say: "eoy", examples: ["eoy"], means: () => onDay(lastOfYear) }),
  rule({
    say: "year|years ['s] [-] end",
    examples: ["year end", "year's end"],
    means: (_, place) => (isSaidAsTime(place) ? onDay(lastOfYear) : null),
  }),
  rule({
    say: "end of year|yr",
    examples: ["end of year"],
    means: (_, place) => (isSaidAsTime(place) ? onDay(lastOfYear) : null),
  }),
  rule({
    say: "the year is out|over|up",
    examples: ["the year is out"],
    means: () => onDay(lastOfYear),
  }),
  rule({ say: "the year ends", examples: ["the year ends"], means: () => onDay(lastOfYear) }),
  rule({
    say: "[the] end of {year}",
    examples: ["the end of 2026"],
    means: ({ year }) => onDay(() => lastOfYear(firstOfYear(year))),
  }),
  rule({
    say: "[the] end of next year",
    examples: ["the end of next year"],
    means: () => onDay((today) => lastOfYear(today).add({ years: 1 })),
  }),
  rule({
    say: "[the] end of {month}",
    examples: ["the end of October"],
    means: ({ month }) => ofMonth(month, lastOf),
  }),
  rule({
    say: "[the] last day of the|this month",
    examples: ["the last day of the month"],
    means: () => endOfMonth(0),
  }),
  rule({
    say: "[the] last day of next month",
    examples: ["last day of next month"],
    means: () => endOfMonth(1),
  }),
  rule({
    say: "[the] last day of the year",
    examples: ["the last day of the year"],
    means: () => onDay(lastOfYear),
  }),
  rule({
    say: "[the] last day of|in {month}",
    examples: ["last day of October"],
    means: ({ month }) => ofMonth(month, lastOf),
  }),
  rule({
    say: "[the] start|beginning of {month}",
    examples: ["the start of November"],
    means: ({ month }) => ofMonth(month, (first) => first),
  }),
  rule({
    say: "[the] start|beginning|first of next month",
    examples: ["the start of next month"],
    means: () => onDay((today) => firstOfMonth(today, 1)),
  }),
  rule({
    say: "[the] start|beginning|first of next|the year",
    examples: ["the beginning of next year", "the first of the year"],
    means: () => onDay((today) => firstOfYear(today.year + 1)),
  }),
  rule({
    say: "[the] middle of {month}",
    examples: ["the middle of October"],
    means: ({ month }) => ofMonth(month, (first) => first.with({ day: 15 })),
  }),
  rule({
    say: "[the] middle of the month",
    examples: ["the middle of the month"],
    means: () => everyMonth((first) => first.with({ day: 15 })),
  }),
  rule({
    say: "[the] last weekday of the month",
    examples: ["the last weekday of the month"],
    means: () =>
      everyMonth((first) =>
        lastOf(first).subtract({ days: Math.max(0, lastOf(first).dayOfWeek - 5) }),
      ),
  }),
  rule({
    say: "early {month}",
    examples: ["early November"],
    means: ({ month }) => ofMonth(month, (first) => first),
  }),
  rule({
    say: "late {month}",
    examples: ["late October"],
    means: ({ month }) => ofMonth(month, lastOf),
  }),
  rule({
    say: "mid [-] {month}",
    examples: ["mid-October", "mid November"],
    means: ({ month }) => ofMonth(month, (first) => first.with({ day: 15 })),
  }),
  rule({
    say: "[the] {nth} {weekday} of|in {month}",
    examples: ["the first Tuesday of October", "last Friday in November"],
    means: ({ nth, weekday, month }) =>
      ofMonth(month, (first) => nthWeekdayOf(first, nth, weekday)),
  }),
  rule({
    say: "[the] {nth} {weekday} of|in the|this|each|every month",
    examples: ["the last Friday of the month"],
    means: ({ nth, weekday }) => everyMonth((first) => nthWeekdayOf(first, nth, weekday)),
  }),
  rule({
    say: "the {nth} {weekday}",
    examples: ["the last Friday"],
    // "The first Monday of the holidays", "the second Friday sale".
    means: ({ nth, weekday }, place) =>
      endsTime(place) ? everyMonth((first) => nthWeekdayOf(first, nth, weekday)) : null,
  }),
  rule({
    say: "[the] {nth} {weekday} of|in the|this|each|every quarter",
    examples: ["the last Friday of the quarter"],
    means: ({ nth, weekday }) =>
      ofQuarter((last) =>
        nthWeekdayOf(nth > 0 ? last.subtract({ months: 2 }) : last, nth, weekday),
      ),
  }),
  rule({
    say: "[the] end of the|this quarter",
    examples: ["the end of the quarter"],
    means: () => ofQuarter(lastOf),
  }),
  rule({
    say: "[the] {nth} {weekday} of|in next month",
    examples: ["the third Thursday of next month"],
    means: ({ nth, weekday }) =>
      onDay((today) => nthWeekdayOf(firstOfMonth(today, 1), nth, weekday)),
  }),
  rule({
    say: "[the] {nth} {weekday} after {day}",
    examples: ["the first Monday after Easter"],
    means: ({ nth, weekday, day }) =>
      nth > 0
        ? movedFrom(day, (date) =>
            date.add({ days: ((weekday - date.dayOfWeek + 6) % 7) + 1 + 7 * (nth - 1) }),
          )
        : null,
  }),
];

/** "By year end", but not "the year end party". */
function isSaidAsTime(place: Place): boolean {
  return isSentenceEnd(place) || timeCues.has(wordBefore(place));
}

const timeCues = wordSet("by before until till til at due");

function endsTime(place: Place): boolean {
  const next = place.scan.tokens[place.to];
  return isSentenceEnd(place) || next?.type === "number" || timeCues.has(next?.word ?? "");
}

/** A day of a quarter, given the first day of its last month. */
function ofQuarter(dateIn: (lastMonth: PlainDate) => PlainDate | null): Day {
  return everyMonth((month) => (month.month % 3 === 0 ? dateIn(month) : null));
}

function endOfMonth(monthsAhead: number): Day {
  return onDay((today) => lastOf(firstOfMonth(today, monthsAhead)));
}

function firstOfMonth(today: PlainDate, monthsAhead: number): PlainDate {
  return today.with({ day: 1 }).add({ months: monthsAhead });
}

function lastOf(date: PlainDate): PlainDate {
  return date.with({ day: date.daysInMonth });
}

function firstOfYear(year: number): PlainDate {
  return Temporal.PlainDate.from({ year, month: 1, day: 1 });
}

function lastOfYear(today: PlainDate): PlainDate {
  return Temporal.PlainDate.from({ year: today.year, month: 12, day: 31 });
}
