import { yearly } from "#app/domain/understanding/calendar/days.ts";
import { ambiguousMonths } from "#app/domain/understanding/lexicon/calendar.ts";
import { connectingWords, quantityContexts } from "#app/domain/understanding/lexicon/connecting.ts";
import { isErrand } from "#app/domain/understanding/lexicon/errands.ts";
import { ordinalWords } from "#app/domain/understanding/lexicon/numbers.ts";
import { wordSet } from "#app/domain/understanding/lexicon/word-set.ts";
import type { When } from "#app/domain/understanding/types.ts";
import { isSentenceEnd, isSentenceStart, wordAfter, wordBefore } from "../engine/place.ts";
import { rule } from "../engine/rule.ts";
import type { Place, Rule } from "../engine/types.ts";
import { isAmount } from "../terminals/amounts.ts";
import { isDayOfMonth, isDottedDate, monthAndDay, monthly } from "./day-numbers.ts";

/** Dates that may be something else: some need "on", "in", "by" or another time beside them. */
export const ambiguousDateRules: Rule<When>[] = [
  rule({
    say: "{month}",
    examples: ["October", "May"],
    means: ({ month }, place) => {
      const { word } = place.scan.tokens[place.from]!;
      const isName =
        place.scan.names.has(word) || (ambiguousMonths.has(word) && wordAfter(place) === "madness");
      return isName ? { isIgnored: true } : { day: yearly(month, 1)!, needs: "month cue" };
    },
  }),
  rule({
    say: "this|next {month}",
    examples: ["next October", "this March"],
    means: ({ month }) => ({ day: yearly(month, 1)! }),
  }),
  rule({
    say: "[the] {dayOfMonth}",
    examples: ["the 22nd", "5th", "the first"],
    means: ({ dayOfMonth }, place) => {
      if (isStreet(place)) return { isIgnored: true };
      if (isNumbering(place)) return null;
      const day = isDayOfMonth(dayOfMonth, place) ? monthly(dayOfMonth.day) : null;
      return day && (isClearlyDate(place) ? { day } : { day, needs: "day cue" });
    },
  }),
  rule({
    say: "the {number}",
    examples: ["the 15"],
    means: ({ number }, place) => {
      const day = isBareDayOfMonth(number, place) ? monthly(number) : null;
      return day && (isClearlyDate(place) ? { day } : { day, needs: "day cue" });
    },
  }),
  rule({
    say: "on {number}",
    examples: ["on 15"],
    means: ({ number }, place) => {
      const day =
        isBareDayOfMonth(number, place) && place.scan.tokens[place.from + 1]!.type === "number";
      return day ? { day: monthly(number)! } : null;
    },
  }),
  rule({
    say: "{number}.{number2}",
    examples: ["24.12"],
    means: ({ number, number2 }, place) => {
      const isDate =
        isDottedDate(place) && (number > 23 || datePrepositions.has(wordBefore(place)));
      const day = isDate ? yearly(number2, number) : null;
      return day && { day };
    },
  }),
  rule({
    say: "[the] {number}/{number2}",
    examples: ["10/19", "11/14"],
    means: ({ number, number2 }, place) => {
      const day = number > 0 && number2 > 0 ? monthAndDay(number, number2) : null;
      if (!day || (number <= 12 && isAmount(place)) || isNumberedThing(place) || isCut(place))
        return null;
      const isName = nameLikeDates.has(`${number}/${number2}`);
      return isName || (isFraction(number, number2) && !isCompactClock(place))
        ? { day, needs: "day cue" }
        : { day };
    },
  }),
];

/** "First call the vet, second remind me to pay". */
function isNumbering(place: Place): boolean {
  const isBare = place.scan.tokens[place.from]!.type === "word" && place.to === place.from + 1;
  return isBare && (isErrand(wordAfter(place)) || ["remind", "i", "we"].includes(wordAfter(place)));
}

/** "Apartments on Fifth". */
function isStreet({ scan: { tokens }, from, to }: Place): boolean {
  const isCapital = (at: number) => /^\p{Lu}\p{Ll}/u.test(tokens[at]?.text ?? "");
  return (
    to === from + 1 && isCapital(from) && tokens[from - 1]?.word === "on" && !isCapital(from - 1)
  );
}

/** "Eye doctor the 12th" ends with a date; "bring the second" does not. */
function isClearlyDate(place: Place): boolean {
  const [article, number] = place.scan.tokens.slice(place.from);
  const isNumber = article!.word === "the" && number?.type === "number";
  const isAfterCue = datePrepositions.has(wordBefore(place));
  // "The twelfth, no, the thirteenth Theo has a tournament".
  const isHigh =
    article!.word === "the" && number?.type === "word" && (ordinalWords.get(number.word) ?? 0) > 10;
  const isBeforeOther =
    place.scan.names.has(wordAfter(place)) || ["no", "is", "at", "@"].includes(wordAfter(place));
  if (isHigh && isBeforeOther) return true;
  if (isNumber && isFirstOfNamed(place)) return true;
  // "Water bill - 30th" on a line.
  const next = place.scan.tokens[place.to];
  const isLast = !next || next.startsLine;
  if (wordBefore(place) === "-" && !article!.isAttached && isLast) return true;
  if (
    isLast &&
    place.from > 1 &&
    article!.type === "number" &&
    mayEndWithDate(place, Number(article!.text))
  )
    return true;
  return (
    isNumber && (isSentenceEnd(place) || isAfterCue || ["at", "is", "@"].includes(wordAfter(place)))
  );
}

/** "Water bill 30th", but not "mom's 60th" or "Theo finished 5th". */
function mayEndWithDate(place: Place, day: number): boolean {
  const before = wordBefore(place);
  const isPaid = payingVerbs.has(place.scan.tokens[0]!.word);
  return (day > 3 || isPaid) && !notBeforeDate.has(before) && !before.endsWith("ed");
}

/** "Pay rent 1st". */
const payingVerbs = wordSet("pay send mail transfer deposit submit renew cancel");

const notBeforeDate = wordSet(
  "'s his her my our their a an come came comes place in grade is turns turn",
);

/** "The 15 at 9", "by the 15", but not "the 5 train", "the 2 at home" or "turn it on 5". */
function isBareDayOfMonth(day: number, place: Place): boolean {
  if (day < 1 || day > 31 || isAmount(place) || quantityContexts.has(wordBefore(place)))
    return false;
  const next = wordAfter(place);
  if (["am", "pm", "o'clock", ":", "h"].includes(next)) return false;
  if (isSentenceEnd(place) || datePrepositions.has(wordBefore(place)) || isFirstOfNamed(place))
    return true;
  return connectingWords.has(next) || isErrand(next);
}

/** "The 27 Zoe has her exam". */
function isFirstOfNamed(place: Place): boolean {
  return isSentenceStart(place) && place.scan.names.has(wordAfter(place));
}

const datePrepositions = wordSet("on by until till before due from for after since of am");

/** "The 24/7 pharmacy", but not "the 27/5 at 18h". */
function isNumberedThing(place: Place): boolean {
  if (place.scan.tokens[place.from]!.word !== "the" || isSentenceEnd(place)) return false;
  return place.scan.tokens[place.to]?.type === "word" && !connectingWords.has(wordAfter(place));
}

/** A day in history, a shop, and "all day long". */
const nameLikeDates = new Set(["9/11", "7/11", "24/7"]);

/** True for the first two numbers of "22/11/63". */
function isCut({ scan: { tokens }, to }: Place): boolean {
  return tokens[to]?.word === "/" && tokens[to].isAttached && tokens[to + 1]?.type === "number";
}

/** "2/3 345". */
function isCompactClock({ scan, to }: Place): boolean {
  return /^(?:[1-9]|1[0-2])[0-5]\d$/.test(scan.tokens[to]?.text ?? "");
}

/** 1/2, 3/4 and 9/10 are more often fractions than dates. */
function isFraction(top: number, bottom: number): boolean {
  return top < bottom && (bottom <= 4 || bottom === 5 || bottom === 8 || bottom === 10);
}
