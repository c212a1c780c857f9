import { Temporal } from "#app/domain/core/time.ts";
import {
  mondayOf,
  movedFrom,
  nthWeekdayOf,
  ofMonth,
  onDay,
  onOrAfter,
  weekdayOfWeek,
} from "#app/domain/understanding/calendar/days.ts";
import { isErrand } from "#app/domain/understanding/lexicon/errands.ts";
import { wordSet } from "#app/domain/understanding/lexicon/word-set.ts";
import type { Day, WeekStart } from "#app/domain/understanding/types.ts";
import { isSentenceEnd, wordAfter } from "../engine/place.ts";
import { rule } from "../engine/rule.ts";
import type { Rule } from "../engine/types.ts";
import { monthAndDay } from "./day-numbers.ts";

type PlainDate = Temporal.PlainDate;
type PlainDateTime = Temporal.PlainDateTime;

/** A week stands for its Monday, a weekend for its Saturday. */
export const weekRules: Rule<Day>[] = [
  rule({
    say: "[early] next week",
    examples: ["next week"],
    means: (_, { scan }) => onDay((today) => mondayOf(today, scan.weekStart).add({ days: 7 })),
  }),
  rule({
    say: "[in] [the] next week [on] [the] {weekday}",
    examples: ["in the next week on Wednesday"],
    means: ({ weekday }, { scan, from }) =>
      scan.tokens[from]!.word === "next" ? null : weekdayOfWeek(weekday, 1, scan.weekStart),
  }),
  rule({
    say: "this|next week [,] maybe|probably|ideally|preferably [on] {day}",
    examples: ["this week maybe Thursday"],
    means: ({ day }) => day,
  }),
  rule({
    say: "the week after next",
    examples: ["the week after next"],
    means: (_, { scan }) => onDay((today) => mondayOf(today, scan.weekStart).add({ days: 14 })),
  }),
  rule({
    say: "the|this [coming] weekend",
    examples: ["the weekend", "this weekend"],
    means: (_, place) =>
      weekendThings.has(wordAfter(place)) ? null : { type: "once", date: weekend },
  }),
  rule({
    say: "[the|this] week end",
    examples: ["week end"],
    means: (_, place) => (isSentenceEnd(place) ? { type: "once", date: weekend } : null),
  }),
  rule({
    say: "weekend",
    examples: ["weekend"],
    means: (_, place) =>
      isSentenceEnd(place) || (place.from === 0 && isErrand(wordAfter(place)))
        ? { type: "once", date: weekend }
        : null,
  }),
  rule({
    say: "[the] next weekend",
    examples: ["next weekend"],
    means: () => onDay((today) => mondayOf(today).add({ days: 12 })),
  }),
  rule({
    say: "the weekend of [the] {date}",
    examples: ["the weekend of June 5"],
    means: ({ date }) => movedFrom(date, saturdayOf),
  }),
  rule({
    say: "the week - end of [the] {date}",
    examples: ["the week-end of 5 June"],
    means: ({ date }) => movedFrom(date, saturdayOf),
  }),
  rule({
    say: "the weekend after next",
    examples: ["the weekend after next"],
    means: () => onDay((today) => mondayOf(today).add({ days: 19 })),
  }),
  rule({
    say: "[later] this week",
    examples: ["this week", "later this week"],
    means: (_, { scan }) => onDay((today) => lastDayOf(today, scan.weekStart)),
  }),
  rule({
    say: "[the] end of the|this week",
    examples: ["the end of the week"],
    means: (_, { scan }) => onDay((today) => lastDayOf(today, scan.weekStart)),
  }),
  rule({
    say: "eow",
    examples: ["eow"],
    means: (_, { scan }) => onDay((today) => lastDayOf(today, scan.weekStart)),
  }),
  rule({
    say: "[the] end of next week",
    examples: ["the end of next week"],
    means: (_, { scan }) => onDay((today) => lastDayOf(today, scan.weekStart).add({ days: 7 })),
  }),
  rule({
    say: "[the] start|beginning of next|the week",
    examples: ["the start of next week"],
    means: (_, { scan }) => onDay((today) => mondayOf(today, scan.weekStart).add({ days: 7 })),
  }),
  rule({
    say: "[the] {nth} weekend of|in {month}",
    examples: ["the first weekend of November"],
    means: ({ nth, month }) => ofMonth(month, (first) => nthWeekdayOf(first, nth, 6)),
  }),
  rule({
    say: "[the] {nth} week of|in {month}",
    examples: ["the first week of December"],
    means: ({ nth, month }) => ofMonth(month, (first) => nthWeekdayOf(first, nth, 1)),
  }),
  rule({
    say: "the weekend before {day}",
    examples: ["the weekend before Christmas"],
    means: ({ day }) => movedFrom(day, (date) => onOrAfter(date.subtract({ days: 7 }), 6)),
  }),
  rule({
    say: "the weekend after {day}",
    examples: ["the weekend after Thanksgiving"],
    means: ({ day }) => movedFrom(day, (date) => onOrAfter(date.add({ days: 1 }), 6)),
  }),
  rule({
    say: "the week before {day}",
    examples: ["the week before Christmas"],
    means: ({ day }) => movedFrom(day, (date) => mondayOf(date).subtract({ days: 7 })),
  }),
  rule({
    say: "the week after {day}",
    examples: ["the week after Easter"],
    means: ({ day }) => movedFrom(day, (date) => mondayOf(date).add({ days: 7 })),
  }),
  rule({
    say: "[the] weekend of {day}",
    examples: ["the weekend of the 21st"],
    means: ({ day }) => movedFrom(day, (date) => mondayOf(date).add({ days: 5 })),
  }),
  rule({
    say: "{date} weekend",
    examples: ["July 4th weekend"],
    means: ({ date }) => movedFrom(date, (each) => mondayOf(each).add({ days: 5 })),
  }),
  rule({
    say: "{holiday} weekend",
    examples: ["Thanksgiving weekend"],
    // The weekend of a Monday is the one before.
    means: ({ holiday }) =>
      movedFrom(holiday, (date) => mondayOf(date.subtract({ days: 1 })).add({ days: 5 })),
  }),
  rule({
    say: "[the] week|wk of {day}",
    examples: ["the week of October 19th"],
    means: ({ day }) => movedFrom(day, mondayOf),
  }),
  rule({
    say: "[the] week|wk of [the] {number}/{number2}",
    examples: ["week of 11/16"],
    means: ({ number, number2 }) => {
      const day = monthAndDay(number, number2);
      return day && movedFrom(day, mondayOf);
    },
  }),
];

function saturdayOf(date: PlainDate): PlainDate {
  return date.dayOfWeek === 7 ? date.subtract({ days: 1 }) : onOrAfter(date, 6);
}

const weekendThings = wordSet(
  "trip bag bags getaway camp class classes plans shift house job market",
);

/** Saturday; after noon on Saturday, Sunday. */
function weekend(now: PlainDateTime): PlainDate {
  const saturday = mondayOf(now.toPlainDate()).add({ days: 5 });
  const isSaturdayAhead =
    now.dayOfWeek < 6 || (now.dayOfWeek === 6 && Temporal.PlainTime.compare(now, noon) <= 0);
  return isSaturdayAhead ? saturday : saturday.add({ days: 1 });
}

const noon = Temporal.PlainTime.from("12:00");

function lastDayOf(today: PlainDate, weekStart: WeekStart): PlainDate {
  return mondayOf(today, weekStart).add({ days: weekStart === 0 ? 5 : 6 });
}
