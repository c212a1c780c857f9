import { Temporal } from "#app/domain/core/time.ts";
import {
  daysFromToday,
  mondayOf,
  movedFrom,
  onDay,
  onOrAfter,
} from "#app/domain/understanding/calendar/days.ts";
import { wordSet } from "#app/domain/understanding/lexicon/word-set.ts";
import type { Day, Duration } from "#app/domain/understanding/types.ts";
import { isErrand } from "#app/domain/understanding/lexicon/errands.ts";
import { isSentenceEnd, wordAfter, wordBefore } from "../engine/place.ts";
import { rule } from "../engine/rule.ts";
import type { Rule } from "../engine/types.ts";

type PlainDate = Temporal.PlainDate;

export const offsetRules: Rule<Day>[] = [
  rule({
    say: "{weekday} in {duration}",
    examples: ["Thursday in two weeks"],
    means: ({ weekday, duration }) => onWeekdayOf(daysLater(duration), weekday),
  }),
  rule({
    say: "in|within [about|around] {duration}",
    examples: ["in 3 weeks", "within 2 days", "in a month"],
    means: ({ duration }) => daysLater(duration),
  }),
  rule({
    say: "after {duration}",
    examples: ["after 2 days"],
    // "After a week of rain", "after a day at the beach".
    means: ({ duration }, place) =>
      isSentenceEnd(place) || isErrand(wordAfter(place)) ? daysLater(duration) : null,
  }),
  rule({
    say: "only|not after|before|until {duration}",
    examples: ["only after 2 days", "not before 3 days"],
    means: ({ duration }) => daysLater(duration),
  }),
  rule({
    say: "in|within {duration} or two|three|2|3",
    examples: ["in a day or two"],
    means: ({ duration }) => daysLater(duration),
  }),
  rule({
    say: "in|within {number} business|working|school days",
    examples: ["in 3 business days"],
    means: ({ number }) =>
      number > 0 && number < 100 ? onDay((today) => addWorkdays(today, number)) : null,
  }),
  rule({
    say: "in|within|over the next|coming week",
    examples: ["in the next week"],
    means: () => daysFromToday(7),
  }),
  rule({
    say: "in|within the next {duration}",
    examples: ["within the next two weeks"],
    means: ({ duration }) => daysLater(duration),
  }),
  rule({
    say: "in {duration} ['s|'] time",
    examples: ["in a week's time", "in two weeks' time"],
    means: ({ duration }) => daysLater(duration),
  }),
  rule({
    say: "in {duration} on [a|the] {weekday}",
    examples: ["in six weeks on Monday"],
    means: ({ duration, weekday }) => onWeekdayOf(daysLater(duration), weekday),
  }),
  rule({
    say: "{duration} from now|today",
    examples: ["two weeks from now", "a month from today"],
    means: ({ duration }) => daysLater(duration),
  }),
  rule({
    say: "{duration} today",
    examples: ["a week today"],
    means: ({ duration }) => (isWeeks(duration) ? daysLater(duration) : null),
  }),
  rule({
    say: "{duration} from|after|on {day}",
    examples: [
      "a week from Friday",
      "3 days after Christmas",
      "a week on Tuesday",
      "two weeks from tomorrow",
    ],
    means: ({ duration, day }) =>
      hasDays(duration) ? movedFrom(day, (date) => add(date, duration)) : null,
  }),
  rule({
    say: "day after",
    examples: ["day after"],
    // "Day after" is the day after tomorrow; "the day after" is one after what was told.
    means: (_, place) =>
      isSentenceEnd(place) && wordBefore(place) !== "the" ? daysFromToday(2) : null,
  }),
  rule({ say: "tomorrow week", examples: ["tomorrow week"], means: () => daysFromToday(8) }),
  rule({
    say: "a|1|one week {weekday}",
    examples: ["a week Tuesday"],
    means: ({ weekday }, place) =>
      timesWords.has(wordBefore(place))
        ? null
        : movedFrom(daysFromToday(1), (date) => onOrAfter(date, weekday).add({ days: 7 })),
  }),
  rule({
    say: "not [on|for] {day} [,] [but] [on|for] {day2}",
    examples: ["not today, tomorrow", "not Friday but Saturday"],
    means: ({ day2 }) => day2,
  }),
  rule({
    say: "{duration} tomorrow",
    examples: ["a week tomorrow"],
    means: ({ duration }) =>
      isWeeks(duration) ? movedFrom(daysFromToday(1), (date) => add(date, duration)) : null,
  }),
  rule({
    say: "{duration} before {day}",
    examples: ["2 days before Christmas"],
    // "Renew the card for 2 years before Dec 1".
    means: ({ duration, day }, place) =>
      hasDays(duration) && wordBefore(place) !== "for"
        ? movedFrom(day, (date) => subtract(date, duration))
        : null,
  }),
  rule({
    say: "[the] day after {day}",
    examples: ["the day after Thanksgiving"],
    means: ({ day }) => movedFrom(day, (date) => date.add({ days: 1 })),
  }),
  rule({
    say: "[the] day before {day}",
    examples: ["the day before Christmas Eve"],
    means: ({ day }) => movedFrom(day, (date) => date.subtract({ days: 1 })),
  }),
  rule({
    say: "the {weekday} after {day}",
    examples: ["the Friday after Thanksgiving"],
    means: ({ weekday, day }) =>
      movedFrom(day, (date) => onOrAfter(date.add({ days: 1 }), weekday)),
  }),
  rule({
    say: "the {weekday} before {day}",
    examples: ["the Saturday before Halloween"],
    means: ({ weekday, day }) =>
      movedFrom(day, (date) => onOrAfter(date.subtract({ days: 7 }), weekday)),
  }),
];

function daysLater(duration: Duration): Day | null {
  return hasDays(duration) ? onDay((today) => add(today, duration)) : null;
}

function onWeekdayOf(day: Day | null, weekday: number): Day | null {
  return day && movedFrom(day, (date) => mondayOf(date).add({ days: weekday - 1 }));
}

function hasDays({ minutes, days, months }: Duration): boolean {
  return minutes === 0 && (days > 0 || months > 0);
}

/** "Twice a week Tuesday and Friday". */
const timesWords = wordSet("once twice times x days hours minutes nights");

function isWeeks({ minutes, days, months }: Duration): boolean {
  return minutes === 0 && months === 0 && days > 0 && days % 7 === 0;
}

function addWorkdays(today: PlainDate, count: number): PlainDate {
  let date = today;
  for (let left = count; left > 0; left -= date.dayOfWeek < 6 ? 1 : 0) date = date.add({ days: 1 });
  return date;
}

function add(date: PlainDate, { days, months }: Duration): PlainDate {
  return date.add({ days, months });
}

function subtract(date: PlainDate, { days, months }: Duration): PlainDate {
  return date.subtract({ days, months });
}
