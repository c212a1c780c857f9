import { Temporal } from "#app/domain/time.ts";
import {
  daysFromToday,
  mondayOf,
  movedFrom,
  once,
  onOrAfter,
  weekdayNext,
  weekdayOfWeek,
} from "../../calendar/days.ts";
import type { Day, Stretch } from "../../types.ts";
import { type Rule, rule } from "../engine/rule.ts";
import { isDayOfMonth, monthly } from "./dates.ts";

type PlainDate = Temporal.PlainDate;

/** Days counted from today or from another day. */
export const DAY_RULES: Rule<Day>[] = [
  rule({ say: "{date}", examples: ["October 20th"], means: ({ date }) => date }),
  rule({ say: "{holiday}", examples: ["Christmas Eve"], means: ({ holiday }) => holiday }),
  rule({ say: "{weekday}", examples: ["Friday"], means: ({ weekday }) => weekdayNext(weekday) }),
  rule({
    say: "the {dayOfMonth}",
    examples: ["the 20th"],
    means: ({ dayOfMonth }, place) => (isDayOfMonth(dayOfMonth, place) ? monthly(dayOfMonth.day) : null),
  }),
  rule({ say: "[later] today", examples: ["today", "later today"], means: () => daysFromToday(0) }),
  rule({ say: "tomorrow", examples: ["tomorrow"], means: () => daysFromToday(1) }),
  rule({
    say: "[the] day after tomorrow",
    examples: ["the day after tomorrow"],
    means: () => daysFromToday(2),
  }),
  rule({
    say: "this|coming|upcoming [coming|upcoming] {weekday}",
    examples: ["this Friday", "this coming Tuesday"],
    means: ({ weekday }) => weekdayNext(weekday),
  }),
  rule({
    say: "the coming|upcoming|following {weekday}",
    examples: ["the coming Tuesday"],
    means: ({ weekday }) => weekdayNext(weekday),
  }),
  rule({
    say: "[this] {weekday} coming",
    examples: ["this Friday coming"],
    means: ({ weekday }) => weekdayNext(weekday),
  }),
  rule({
    say: "{number} {weekdays} from now|today",
    examples: ["two Saturdays from now"],
    means: ({ number, weekdays }) => movedFrom(weekdayNext(weekdays), (date) => date.add({ days: 7 * (number - 1) })),
  }),
  rule({
    say: "{weekday} in {stretch}",
    examples: ["Thursday in two weeks"],
    means: ({ weekday, stretch }) => onWeekdayOf(later(stretch), weekday),
  }),
  rule({ say: "next {weekday}", examples: ["next Friday"], means: ({ weekday }) => weekdayOfWeek(weekday, 1) }),
  rule({
    say: "{weekday} [of] next week",
    examples: ["Friday next week"],
    means: ({ weekday }) => weekdayOfWeek(weekday, 1),
  }),
  rule({
    say: "next week [on] {weekday}",
    examples: ["next week on Friday"],
    means: ({ weekday }) => weekdayOfWeek(weekday, 1),
  }),
  rule({
    say: "{weekday} [of] this week",
    examples: ["Friday this week"],
    means: ({ weekday }) => weekdayNext(weekday),
  }),
  rule({
    say: "this week [on] {weekday}",
    examples: ["this week on Friday"],
    means: ({ weekday }) => weekdayNext(weekday),
  }),
  rule({
    say: "[the] {weekday} after next",
    examples: ["the Friday after next"],
    means: ({ weekday }) => weekdayOfWeek(weekday, 2),
  }),
  rule({
    say: "{weekday} week",
    examples: ["Friday week"],
    means: ({ weekday }) => movedFrom(weekdayNext(weekday), (date) => date.add({ days: 7 })),
  }),
  rule({
    say: "{weekday} fortnight",
    examples: ["Friday fortnight"],
    means: ({ weekday }) => movedFrom(weekdayNext(weekday), (date) => date.add({ days: 14 })),
  }),
  rule({
    say: "in|within [about|around] {stretch}",
    examples: ["in 3 weeks", "within 2 days", "in a month"],
    means: ({ stretch }) => later(stretch),
  }),
  rule({
    say: "in|within the next {stretch}",
    examples: ["within the next two weeks"],
    means: ({ stretch }) => later(stretch),
  }),
  rule({
    say: "in {stretch} ['s|'] time",
    examples: ["in a week's time", "in two weeks' time"],
    means: ({ stretch }) => later(stretch),
  }),
  rule({
    say: "in {stretch} on [a|the] {weekday}",
    examples: ["in six weeks on Monday"],
    means: ({ stretch, weekday }) => onWeekdayOf(later(stretch), weekday),
  }),
  rule({
    say: "{stretch} from now|today",
    examples: ["two weeks from now", "a month from today"],
    means: ({ stretch }) => later(stretch),
  }),
  rule({
    say: "{stretch} today",
    examples: ["a week today"],
    means: ({ stretch }) => (isWeeks(stretch) ? later(stretch) : null),
  }),
  rule({
    say: "{stretch} from|after|on {day}",
    examples: ["a week from Friday", "3 days after Christmas", "a week on Tuesday", "two weeks from tomorrow"],
    means: ({ stretch, day }) => (hasDays(stretch) ? movedFrom(day, (date) => add(date, stretch)) : null),
  }),
  rule({
    say: "{stretch} tomorrow",
    examples: ["a week tomorrow"],
    means: ({ stretch }) => (isWeeks(stretch) ? movedFrom(daysFromToday(1), (date) => add(date, stretch)) : null),
  }),
  rule({
    say: "{stretch} before {day}",
    examples: ["2 days before Christmas"],
    means: ({ stretch, day }) => (hasDays(stretch) ? movedFrom(day, (date) => subtract(date, stretch)) : null),
  }),
  rule({
    say: "the day after {day}",
    examples: ["the day after Thanksgiving"],
    means: ({ day }) => movedFrom(day, (date) => date.add({ days: 1 })),
  }),
  rule({
    say: "the day before {day}",
    examples: ["the day before Christmas Eve"],
    means: ({ day }) => movedFrom(day, (date) => date.subtract({ days: 1 })),
  }),
  rule({
    say: "the {weekday} after {day}",
    examples: ["the Friday after Thanksgiving"],
    means: ({ weekday, day }) => movedFrom(day, (date) => onOrAfter(date.add({ days: 1 }), weekday)),
  }),
  rule({
    say: "the {weekday} before {day}",
    examples: ["the Saturday before Halloween"],
    means: ({ weekday, day }) => movedFrom(day, (date) => onOrAfter(date.subtract({ days: 7 }), weekday)),
  }),
];

function later(stretch: Stretch): Day | null {
  return hasDays(stretch) ? once((today) => add(today, stretch)) : null;
}

function onWeekdayOf(day: Day | null, weekday: number): Day | null {
  return day && movedFrom(day, (date) => mondayOf(date).add({ days: weekday - 1 }));
}

function hasDays({ minutes, days, months }: Stretch): boolean {
  return minutes === 0 && (days > 0 || months > 0);
}

function isWeeks({ minutes, days, months }: Stretch): boolean {
  return minutes === 0 && months === 0 && days > 0 && days % 7 === 0;
}

function add(date: PlainDate, { days, months }: Stretch): PlainDate {
  return date.add({ days, months });
}

function subtract(date: PlainDate, { days, months }: Stretch): PlainDate {
  return date.subtract({ days, months });
}
