import { dateOf, dayInMonth, everyMonth, yearly } from "#app/domain/understanding/calendar/days.ts";
import { rankedThings } from "#app/domain/understanding/lexicon/amounts.ts";
import { dayParts } from "#app/domain/understanding/lexicon/calendar.ts";
import { connectingWords } from "#app/domain/understanding/lexicon/connecting.ts";
import { isErrand } from "#app/domain/understanding/lexicon/errands.ts";
import { wordSet } from "#app/domain/understanding/lexicon/word-set.ts";
import type { Day } from "#app/domain/understanding/types.ts";
import { wordAfter, wordBefore } from "../engine/place.ts";
import type { Place } from "../engine/types.ts";
import { isAmount } from "../terminals/amounts.ts";

/** "The 20th" is in this month, or in the next month that has one. */
export function monthly(day: number): Day | null {
  return day >= 1 && day <= 31 ? everyMonth((month) => dayInMonth(month, day)) : null;
}

/**
 * Reads 10/19 as en-US does, and 19/10 as the same date. A two-digit year is after 2000, and not
 * that of a birth or a book.
 */
export function monthAndDay(first: number, second: number, year?: number): Day | null {
  const [month, day] = first > 12 ? [second, first] : [first, second];
  if (month < 1 || month > 12 || (year !== undefined && year < 100 && year > maxShortYear))
    return null;
  const dated = (monthOf: number, dayOf: number) =>
    year === undefined
      ? yearly(monthOf, dayOf)
      : dateOf(year < 100 ? 2000 + year : year, monthOf, dayOf);
  const dayFirst = day <= 12 && day !== month ? dated(day, month) : null;
  const read = dated(month, day);
  return read && dayFirst ? { ...read, dayFirst } : read;
}

/** 11/22/63 is not in 2063. */
const maxShortYear = 50;

/** "The 20th", but not "the 5th floor". */
export function isDayOfMonth({ isOrdinal }: { isOrdinal: boolean }, place: Place): boolean {
  const isRanking = rankedThings.has(wordAfter(place)) && !place.scan.tokens[place.to]!.startsLine;
  return isOrdinal && !isRanking && !isAmount(place) && !isRank(place);
}

/** "The second shift"; "on the second" and "the second at 5" are days. */
function isRank(place: Place): boolean {
  const { tokens, names } = place.scan;
  const [first, next] = [tokens[place.to - 1]!, tokens[place.to]];
  // "Before first frost", but not "before the first".
  const isBare =
    place.to === place.from + 1 && ["before", "until", "till"].includes(wordBefore(place));
  if (isBare && first.type === "word" && next?.type === "word" && !connectingWords.has(next.word))
    return true;
  if (!lowOrdinals.has(first.word) || next?.type !== "word" || dayCues.has(wordBefore(place)))
    return false;
  return (
    !connectingWords.has(next.word) &&
    !isErrand(next.word) &&
    !names.has(next.word) &&
    !(next.word in dayParts)
  );
}

const lowOrdinals = wordSet("first second third fourth fifth sixth");
const dayCues = wordSet("on by until till before due is");

/** "24.12" and "5.6." as days, not as times or decimal numbers. */
export function isDottedDate(place: Place): boolean {
  const numbers = place.scan.tokens
    .slice(place.from, place.to)
    .filter(({ type }) => type === "number");
  return (
    numbers.every(({ text }) => text.length <= 2) &&
    !isAmount(place) &&
    !timePrepositions.has(wordBefore(place))
  );
}

const timePrepositions = wordSet("at @ um à");
