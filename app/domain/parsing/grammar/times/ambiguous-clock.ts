import { TAKES_A_NUMBER } from "../../lexicon/connecting.ts";
import { isErrand } from "../../lexicon/errands.ts";
import type { When } from "../../types.ts";
import { standsFirst, standsLast, wordAfter, wordBefore } from "../engine/place.ts";
import { type Place, type Rule, rule } from "../engine/rule.ts";
import { isAmount } from "../terminals/amounts.ts";
import { before, clock } from "./clock.ts";

/** Times of day that could as well be numbers of something else: they need "at", "by" or a day beside them. */
export const LOOSE_CLOCK_RULES: Rule<When>[] = [
  rule({
    say: "{hour}",
    examples: ["5", "seven"],
    means: ({ hour }, place) => (isAmount(place) || hour.hour === 0 ? null : needingCue(clock(hour, 0))),
  }),
  rule({
    say: "{hour} {minute}",
    examples: ["five thirty", "seven oh five"],
    means: ({ hour, minute }, place) => {
      const time = isAmount(place) ? null : needingCue(clock(hour, minute));
      return time && minute % 15 === 0 && isInWords(place) && isSaidApart(place) ? { clock: time.clock } : time;
    },
  }),
  rule({
    say: "{hour}.{minute}",
    examples: ["8.15"],
    means: ({ hour, minute }, place) => (isAmount(place) ? null : needingCue(clock(hour, minute))),
  }),
  rule({
    say: "{number}",
    examples: ["1530", "0845"],
    means: ({ number }, place) => {
      const isYear = number >= 1900 && number < 2100;
      if (!isFourDigits(place) || isYear || number % 100 > 59 || number >= 2400 || isAmount(place)) return null;
      return needingCue({ hour: Math.floor(number / 100), minute: number % 100, half: "exact" });
    },
  }),
  rule({
    say: "{number} hrs|hours",
    examples: ["1530 hrs"],
    means: ({ number }, place) => {
      if (!isFourDigits(place) || number % 100 > 59 || number >= 2400) return null;
      return { clock: { hour: Math.floor(number / 100), minute: number % 100, half: "exact" } };
    },
  }),
  rule({
    say: "half {hour}",
    examples: ["half seven"],
    means: ({ hour }, place) => {
      const time = isAmount(place) ? null : needingCue(clock(hour, 30));
      return time && isInWords(place) && isSaidApart(place) ? { clock: time.clock } : time;
    },
  }),
  rule({
    say: "{number} past|after {hour} [{half}]",
    examples: ["ten past five", "25 past 8"],
    means: ({ number, hour, half }, place) => {
      const time = number >= 60 || isAmount(place) ? null : clock(hour, number, half);
      return time && { clock: time };
    },
  }),
  rule({
    say: "{number} to|til|till {hour} [{half}]",
    examples: ["twenty to four", "ten til 9"],
    means: ({ number, hour, half }, place) => {
      if (number >= 30 || number % 5 > 0 || isAmount(place) || wordBefore(place) === "from") return null;
      const time = before(hour, number, half);
      const isTime = number > hour.hour || half !== undefined || isBeforeErrand(place) || AT.has(wordBefore(place));
      if (!time || !isTime) return null;
      return TAKES_A_NUMBER.has(wordBefore(place)) ? needingCue(time) : { clock: time };
    },
  }),
];

/** "Five thirty call the vet", "pick up Emma five thirty", but not "buy five thirty". */
function isSaidApart(place: Place): boolean {
  if (TAKES_A_NUMBER.has(wordBefore(place))) return false;
  return isBeforeErrand(place) || standsLast(place);
}

/** "Five to six feed the dog": what begins with numbers and goes on with a verb begins with a time. */
function isBeforeErrand(place: Place): boolean {
  return standsFirst(place) && isErrand(wordAfter(place));
}

/** After one of these "five to six" is five minutes before six; else it goes from five to six. */
const AT = new Set("at by around about before until till @".split(" "));

function isInWords({ scan, from, to }: Place): boolean {
  return scan.tokens.slice(from, to).every(({ kind }) => kind === "word");
}

function isFourDigits({ scan, from }: Place): boolean {
  return /^\d{4}$/.test(scan.tokens[from]!.said);
}

function needingCue(time: When["clock"] | null): When | null {
  return time ? { clock: time, needs: "hour cue" } : null;
}
