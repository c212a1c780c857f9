import { weekdayNext, yearly } from "../../calendar/days.ts";
import { DOUBTFUL_MONTHS, DOUBTFUL_WEEKDAYS } from "../../lexicon/calendar.ts";
import { NOT_A_WEEKDAY } from "../../lexicon/names.ts";
import type { When } from "../../types.ts";
import { standsFirst, standsLast, wordAfter, wordBefore } from "../engine/place.ts";
import { type Place, type Rule, rule } from "../engine/rule.ts";
import { isAmount } from "../terminals/amounts.ts";
import { isDayOfMonth, monthAndDay, monthly } from "./dates.ts";

/** Days that could as well be something else: they need "on", "in", "by" or a time beside them. */
export const LOOSE_DATE_RULES: Rule<When>[] = [
  rule({
    say: "{weekday}",
    examples: ["Friday", "sat", "Tue"],
    means: ({ weekday }, place) => {
      const { word } = place.scan.tokens[place.from]!;
      const around = [`${wordBefore(place)} ${word}`, `${word} ${wordAfter(place)}`];
      const isVerb = word === "sat" && place.scan.tokens.slice(0, place.from).some((token) => SITTING.has(token.word));
      if (isVerb || around.some((pair) => NOT_A_WEEKDAY.has(pair))) return { isIgnored: true };
      const day = weekdayNext(weekday);
      const isDoubtful = DOUBTFUL_WEEKDAYS.has(word) && !standsLast(place) && !isBeforeHour(place);
      return isDoubtful ? { day, needs: "day cue" } : { day };
    },
  }),
  rule({
    say: "{month}",
    examples: ["October", "May"],
    means: ({ month }, place) => {
      const { word } = place.scan.tokens[place.from]!;
      const isName = place.scan.names.has(word) || (DOUBTFUL_MONTHS.has(word) && wordAfter(place) === "madness");
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
      return day && (isSaidAsDate(place) ? { day } : { day, needs: "day cue" });
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
function isSaidAsDate(place: Place): boolean {
  const [article, number] = place.scan.tokens.slice(place.from);
  return (
    article!.word === "the" &&
    number?.kind === "number" &&
    (standsLast(place) || ["at", "is"].includes(wordAfter(place)))
  );
}

/** "The chair where the cat sat". */
const SITTING = new Set(["where", "who", "which"]);

/** "Sat 10-11 soccer". */
function isBeforeHour(place: Place): boolean {
  return standsFirst(place) && place.scan.tokens[place.to]?.kind === "number";
}

/** 1/2, 3/4, 9/10: more often a part of something than a date. */
function isFraction(top: number, bottom: number): boolean {
  return top < bottom && (bottom <= 4 || bottom === 5 || bottom === 8 || bottom === 10);
}
