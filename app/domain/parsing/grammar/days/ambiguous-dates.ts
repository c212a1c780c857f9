import { weekdayNext, yearly } from "../../calendar/days.ts";
import { ambiguousMonths, ambiguousWeekdays } from "../../lexicon/calendar.ts";
import { falseWeekdays } from "../../lexicon/names.ts";
import type { When } from "../../types.ts";
import { isSentenceEnd, isSentenceStart, wordAfter, wordBefore } from "../engine/place.ts";
import { rule } from "../engine/rule.ts";
import type { Place, Rule } from "../engine/types.ts";
import { isAmount } from "../terminals/amounts.ts";
import { isDayOfMonth, monthAndDay, monthly } from "./dates.ts";

/** Dates that may be something else: some need "on", "in", "by" or another time beside them. */
export const ambiguousDateRules: Rule<When>[] = [
  rule({
    say: "{weekday}",
    examples: ["Friday", "sat", "Tue"],
    means: ({ weekday }, place) => {
      const { word } = place.scan.tokens[place.from]!;
      const around = [`${wordBefore(place)} ${word}`, `${word} ${wordAfter(place)}`];
      const isVerb =
        word === "sat" && place.scan.tokens.slice(0, place.from).some((token) => relativePronouns.has(token.word));
      if (isVerb || around.some((pair) => falseWeekdays.has(pair))) return { isIgnored: true };
      const day = weekdayNext(weekday);
      const isAmbiguous = ambiguousWeekdays.has(word) && !isSentenceEnd(place) && !isBeforeHour(place);
      return isAmbiguous ? { day, needs: "day cue" } : { day };
    },
  }),
  rule({
    say: "{month}",
    examples: ["October", "May"],
    means: ({ month }, place) => {
      const { word } = place.scan.tokens[place.from]!;
      const isName = place.scan.names.has(word) || (ambiguousMonths.has(word) && wordAfter(place) === "madness");
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
      const day = isDayOfMonth(dayOfMonth, place) ? monthly(dayOfMonth.day) : null;
      return day && (isClearlyDate(place) ? { day } : { day, needs: "day cue" });
    },
  }),
  rule({
    say: "{number}/{number2}",
    examples: ["10/19", "11/14"],
    means: ({ number, number2 }, place) => {
      const day = number > 0 && number2 > 0 ? monthAndDay(number, number2) : null;
      if (!day || isAmount(place)) return null;
      return isFraction(number, number2) ? { day, needs: "day cue" } : { day };
    },
  }),
];

/** "Eye doctor the 12th" ends with a date; "bring the second" does not. */
function isClearlyDate(place: Place): boolean {
  const [article, number] = place.scan.tokens.slice(place.from);
  return (
    article!.word === "the" &&
    number?.type === "number" &&
    (isSentenceEnd(place) || ["at", "is"].includes(wordAfter(place)))
  );
}

/** In "the chair where the cat sat", sat is a verb. */
const relativePronouns = new Set(["where", "who", "which"]);

/** "Sat 10-11 soccer". */
function isBeforeHour(place: Place): boolean {
  return isSentenceStart(place) && place.scan.tokens[place.to]?.type === "number";
}

/** 1/2, 3/4 and 9/10 are more often fractions than dates. */
function isFraction(top: number, bottom: number): boolean {
  return top < bottom && (bottom <= 4 || bottom === 5 || bottom === 8 || bottom === 10);
}
