import { dateOf, dayInMonth, everyMonth, once, yearly } from "../../calendar/days.ts";
import { rankedThings } from "../../lexicon/amounts.ts";
import { ambiguousMonths, dayParts } from "../../lexicon/calendar.ts";
import { connectingWords } from "../../lexicon/connecting.ts";
import { isErrand } from "../../lexicon/errands.ts";
import { wordSet } from "../../lexicon/word-set.ts";
import type { Day } from "../../types.ts";
import { wordAfter, wordBefore } from "../engine/place.ts";
import { rule } from "../engine/rule.ts";
import type { Place, Rule } from "../engine/types.ts";
import { isAmount } from "../terminals/amounts.ts";

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
      if (!dayOfMonth.isOrdinal && verbsAfterMay.has(wordAfter(place))) return null;
      const isCount = place.scan.tokens[place.to - 2]?.word !== "of" && isAmount({ ...place, to: place.from + 1 });
      return isCount && !dayOfMonth.isOrdinal ? null : yearly(month, dayOfMonth.day);
    },
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
    say: "{number}.{number2}.{year}",
    examples: ["19.10.2026"],
    means: ({ number, number2, year }) => dateOf(year, number2, number),
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
      scan.tokens[to - 1]!.text.length === 2 ? dateOf(2000 + number3, number2, number) : null,
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
    means: ({ number, month, year }) => (year === undefined ? yearly(month, number) : dateOf(year, month, number)),
  }),
  rule({
    say: "the day {number}",
    examples: ["the day 10"],
    means: ({ number }) => monthly(number),
  }),
  rule({
    say: "[the] {dayOfMonth} of the|this month",
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
  rule({
    say: "{weekday} [,] {number}/{number2}",
    examples: ["Monday 10/12"],
    means: ({ number, number2 }) => monthAndDay(number, number2),
  }),
  rule({
    say: "{weekday} [,] [the] {dayOfMonth}",
    examples: ["Friday the 13th"],
    means: ({ weekday, dayOfMonth }, place) =>
      isDayOfMonth(dayOfMonth, { ...place, from: place.from + 1 }) ? weekdayOnDate(weekday, dayOfMonth.day) : null,
  }),
  rule({
    say: "[the] {weekday} {dayOfMonth}",
    examples: [],
    means: ({ weekday, dayOfMonth }, place) =>
      (dayOfMonth.day > 12 && !isHour(place) && !isAmount({ ...place, from: place.to - 1 })) ||
      isBeforeTimeOrColon(place)
        ? weekdayOnDate(weekday, dayOfMonth.day)
        : null,
  }),
  rule({
    say: "[next|this] {weekday} [,] the {dayOfMonth}[.]",
    examples: ["Thursday the 20", "Friday the 2."],
    means: ({ weekday, dayOfMonth }) => weekdayOnDate(weekday, dayOfMonth.day),
  }),
];

/** "Friday the 13th"; if none of the next three months has one, the next 13th. */
function weekdayOnDate(weekday: number, day: number): Day | null {
  const numbered = monthly(day);
  if (numbered?.type !== "recurring") return numbered;
  return {
    type: "recurring",
    next: (from) => {
      const first = numbered.next(from);
      const second = numbered.next(first.add({ days: 1 }));
      const third = numbered.next(second.add({ days: 1 }));
      return [first, second, third].find(({ dayOfWeek }) => dayOfWeek === weekday) ?? first;
    },
  };
}

/** "Tue 17 at 1" and the heading "Tue 17:", but not "Tue 5:15". */
function isBeforeTimeOrColon({ scan, to }: Place): boolean {
  const [next, afterNext] = [scan.tokens[to], scan.tokens[to + 1]];
  return ["at", "@"].includes(next?.word ?? "") || (next?.word === ":" && !afterNext?.isAttached);
}

/** "Tuesday 16h", "Monday 16:00", "Thursday 16.30". */
function isHour({ scan: { tokens }, to }: Place): boolean {
  const [next, afterNext] = [tokens[to], tokens[to + 1]];
  if (["h", "hrs", "uhr", "o'clock", "o"].includes(next?.word ?? "")) return true;
  return [":", ".", "-"].includes(next?.word ?? "") && afterNext?.isAttached === true;
}

/** "The 20th" of this month, or of the next month that has one. */
export function monthly(day: number): Day | null {
  return day >= 1 && day <= 31 ? everyMonth((month) => dayInMonth(month, day)) : null;
}

/** Reads 10/19 as en-US does, and 19/10 as the same date. A two-digit year is after 2000. */
export function monthAndDay(first: number, second: number, year?: number): Day | null {
  const [month, day] = first > 12 ? [second, first] : [first, second];
  if (month < 1 || month > 12) return null;
  return year === undefined ? yearly(month, day) : dateOf(year < 100 ? 2000 + year : year, month, day);
}

/** "The 20th", but not "the 5th floor". */
export function isDayOfMonth({ isOrdinal }: { isOrdinal: boolean }, place: Place): boolean {
  return isOrdinal && !rankedThings.has(wordAfter(place)) && !isAmount(place) && !isRank(place);
}

/** "The second shift"; "on the second" and "the second at 5" are days. */
function isRank(place: Place): boolean {
  const { tokens, names } = place.scan;
  const [first, next] = [tokens[place.to - 1]!, tokens[place.to]];
  if (!lowOrdinals.has(first.word) || next?.type !== "word" || dayCues.has(wordBefore(place))) return false;
  return !connectingWords.has(next.word) && !isErrand(next.word) && !names.has(next.word) && !(next.word in dayParts);
}

const lowOrdinals = wordSet("first second third fourth fifth sixth");
const dayCues = wordSet("on by until till before due is");

/** "24.12" and "5.6." as days, not as times or decimal numbers. */
export function isDottedDate(place: Place): boolean {
  const numbers = place.scan.tokens.slice(place.from, place.to).filter(({ type }) => type === "number");
  return numbers.every(({ text }) => text.length <= 2) && !isAmount(place) && !timePrepositions.has(wordBefore(place));
}

const timePrepositions = wordSet("at @ um à");
function ofNextMonth(day: number): Day {
  return once((today) => dayInMonth(today.with({ day: 1 }).add({ months: 1 }), day));
}

/** In "April 5pm" and "June 3:30", the month is a person and the number a time. */
function isTimeOrAmount(place: Place): boolean {
  const word = wordAfter(place);
  return word === "am" || word === "pm" || word === "o'clock" || isAmount({ ...place, from: place.to - 1 });
}

/** "May one of you", "march two miles". */
function isNameOrVerb({ scan, from, to }: Place): boolean {
  return ambiguousMonths.has(scan.tokens[from]!.word) && scan.tokens[to - 1]!.type === "word";
}

const verbsAfterMay = wordSet("be need have want come go get not also take require");
