import { dateOf, dayInMonth, onDay, yearly } from "#app/domain/understanding/calendar/days.ts";
import { ambiguousMonths } from "#app/domain/understanding/lexicon/calendar.ts";
import { wordSet } from "#app/domain/understanding/lexicon/word-set.ts";
import type { Day } from "#app/domain/understanding/types.ts";
import { isSentenceStart, wordAfter } from "../engine/place.ts";
import { rule } from "../engine/rule.ts";
import type { Place, Rule } from "../engine/types.ts";
import { isAmount } from "../terminals/amounts.ts";
import { isDottedDate, monthAndDay, monthly } from "./day-numbers.ts";

export const dateRules: Rule<Day>[] = [
  rule({
    say: "{month} [the] {dayOfMonth} [,] {year}",
    examples: ["October 20th, 2027", "Dec. 5 2027"],
    means: ({ month, dayOfMonth, year }) => dateOf(year, month, dayOfMonth.day),
  }),
  rule({
    say: "{month} [the] {dayOfMonth}",
    examples: ["October 20th", "Dec. 5", "may the fourth"],
    means: ({ month, dayOfMonth }, place) => {
      const isDay = dayOfMonth.isOrdinal || !(isTimeOrAmount(place) || isNameOrVerb(place));
      return isDay ? yearly(month, dayOfMonth.day) : null;
    },
  }),
  rule({
    say: "[the] {dayOfMonth} [of] {month} [,] {year}",
    examples: ["5 January 2027", "the 5th of January, 2027"],
    means: ({ month, dayOfMonth, year }) => dateOf(year, month, dayOfMonth.day),
  }),
  rule({
    say: "[the] {dayOfMonth} [of] {month}",
    examples: ["5 January", "the 20th of October"],
    means: ({ month, dayOfMonth }, place) => {
      // "Sitter 4 nov 21".
      if (
        place.scan.tokens[place.from]!.text === "4" &&
        /^(?:[1-9]|[12]\d|3[01])$/.test(wordAfter(place))
      )
        return null;
      if (!dayOfMonth.isOrdinal && verbsAfterMay.has(wordAfter(place))) return null;
      const isCount =
        place.scan.tokens[place.to - 2]?.word !== "of" &&
        isAmount({ ...place, to: place.from + 1 });
      return isCount && !dayOfMonth.isOrdinal ? null : yearly(month, dayOfMonth.day);
    },
  }),
  rule({
    say: "{month} [the] {dayOfMonth} [-] ish",
    examples: ["Oct 15ish"],
    means: ({ month, dayOfMonth }) => yearly(month, dayOfMonth.day),
  }),
  rule({
    say: "{month} [of] {year}",
    examples: ["October 2027"],
    means: ({ month, year }) => dateOf(year, month, 1),
  }),
  rule({
    say: "{year}-{number}-{number2}",
    examples: ["2026-11-03"],
    means: ({ year, number, number2 }) => dateOf(year, number, number2),
  }),
  rule({
    say: "{year}/{number}/{number2}",
    examples: ["2026/11/03"],
    means: ({ year, number, number2 }) => dateOf(year, number, number2),
  }),
  rule({
    say: "{number}/{number2}/{number3}",
    examples: ["10/19/2026", "10/19/26"],
    means: ({ number, number2, number3 }) => monthAndDay(number, number2, number3),
  }),
  rule({
    say: "{number}-{number2}-{year}",
    examples: ["10-19-2026"],
    means: ({ number, number2, year }) => monthAndDay(number, number2, year),
  }),
  rule({
    say: "{number}-{number2}-{number3}",
    examples: ["10-19-26"],
    means: ({ number, number2, number3 }, { scan, to }) =>
      scan.tokens[to - 1]!.text.length === 2 && number3 > 23 && number3 < 50
        ? monthAndDay(number, number2, number3)
        : null,
  }),
  rule({
    say: "{number}.{number2}.{year}",
    examples: ["19.10.2026"],
    means: ({ number, number2, year }) =>
      dateOf(year, number2, number) ?? dateOf(year, number, number2),
  }),
  rule({
    say: "{dayOfMonth}-{month}[-{year}]",
    examples: ["16-Nov-2026", "16-nov"],
    means: ({ dayOfMonth, month, year }) =>
      year === undefined ? yearly(month, dayOfMonth.day) : dateOf(year, month, dayOfMonth.day),
  }),
  rule({
    say: "{month}-{dayOfMonth}",
    examples: ["Nov-16"],
    means: ({ month, dayOfMonth }) => yearly(month, dayOfMonth.day),
  }),
  rule({
    say: "{year}.{number}.{number2}[.]",
    examples: ["2027.3.15"],
    means: ({ year, number, number2 }) => dateOf(year, number, number2),
  }),
  rule({
    say: "{number}.{number2}.{number3}",
    examples: ["19.10.26"],
    means: ({ number, number2, number3 }, { scan, to }) =>
      scan.tokens[to - 1]!.text.length === 2
        ? (dateOf(2000 + number3, number2, number) ?? dateOf(2000 + number3, number, number2))
        : null,
  }),
  rule({
    say: "[the] {number}.{number2}.",
    examples: ["24.12.", "the 5.6."],
    means: ({ number, number2 }, place) => {
      const goesOn = /^\p{Ll}/u.test(place.scan.tokens[place.to]?.text ?? "") && !isAmount(place);
      return goesOn || isDottedDate(place) ? yearly(number2, number) : null;
    },
  }),
  rule({
    say: "[the] {number}. [of] {month} [,] [{year}]",
    examples: ["22. May", "3. of June 2027"],
    means: ({ number, month, year }) =>
      year === undefined ? yearly(month, number) : dateOf(year, month, number),
  }),
  rule({
    say: "the day {number}",
    examples: ["the day 10"],
    means: ({ number }) => monthly(number),
  }),
  rule({
    say: "[the] {dayOfMonth} of [the|this] month",
    examples: ["the 20th of the month"],
    means: ({ dayOfMonth }) => monthly(dayOfMonth.day),
  }),
  rule({
    say: "[the] {dayOfMonth} of next month",
    examples: ["the 20th of next month"],
    means: ({ dayOfMonth }) => ofNextMonth(dayOfMonth.day),
  }),
  rule({
    say: "next month [on] the {dayOfMonth}",
    examples: ["next month on the 20th"],
    means: ({ dayOfMonth }) => ofNextMonth(dayOfMonth.day),
  }),
  rule({
    say: "[next|this|the] {weekday} [,] [the] {date}",
    examples: ["Sunday, November 1st", "tue the 5th of January"],
    means: ({ date }) => date,
  }),
];

function ofNextMonth(day: number): Day {
  return onDay((today) => dayInMonth(today.with({ day: 1 }).add({ months: 1 }), day));
}

/** In "April 5pm" and "June 3:30", the month is a person and the number a time. */
function isTimeOrAmount(place: Place): boolean {
  const word = wordAfter(place);
  if (word === "am" || word === "pm" || word === "o'clock") return true;
  return !opensPart(place) && isAmount({ ...place, from: place.to - 1 });
}

/** "Dec 4 tickets for the ballet". */
function opensPart(place: Place): boolean {
  const isMonth = !ambiguousMonths.has(place.scan.tokens[place.from]!.word);
  return isMonth && isSentenceStart(place) && place.scan.tokens[place.to]?.isAttached === false;
}

/** "May one of you", "march two miles". */
function isNameOrVerb({ scan, from, to }: Place): boolean {
  return ambiguousMonths.has(scan.tokens[from]!.word) && scan.tokens[to - 1]!.type === "word";
}

const verbsAfterMay = wordSet("be need have want come go get not also take require");
