import { quantityContexts } from "../../lexicon/connecting.ts";
import { isErrand } from "../../lexicon/errands.ts";
import { wordSet } from "../../lexicon/word-set.ts";
import type { When } from "../../types.ts";
import { isSentenceEnd, isSentenceStart, wordAfter, wordBefore } from "../engine/place.ts";
import { rule } from "../engine/rule.ts";
import type { Place, Rule } from "../engine/types.ts";
import { isAmount } from "../terminals/amounts.ts";
import { clockAt, clockBefore } from "./clock-time.ts";

/** Clock times that may be other numbers: some need "at", "by" or a day beside them. */
export const ambiguousClockRules: Rule<When>[] = [
  rule({
    say: "{hour}",
    examples: ["5", "seven"],
    means: ({ hour }, place) => (isAmount(place) || hour.hour === 0 ? null : withHourCue(clockAt(hour, 0))),
  }),
  rule({
    say: "{hour} {minute}",
    examples: ["five thirty", "seven oh five"],
    means: ({ hour, minute }, place) => {
      const time = isAmount(place) ? null : withHourCue(clockAt(hour, minute));
      return time && minute % 15 === 0 && isInWords(place) && standsApart(place) ? { clock: time.clock } : time;
    },
  }),
  rule({
    say: "{hour}.{minute}",
    examples: ["8.15"],
    means: ({ hour, minute }, place) => (isAmount(place) ? null : withHourCue(clockAt(hour, minute))),
  }),
  rule({
    say: "{number}",
    examples: ["1530", "0845"],
    means: ({ number }, place) => {
      const isYear = number >= 1900 && number < 2100;
      if (!isFourDigits(place) || isYear || number % 100 > 59 || number >= 2400 || isAmount(place)) return null;
      return withHourCue({ hour: Math.floor(number / 100), minute: number % 100, half: "exact" });
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
      const time = isAmount(place) ? null : withHourCue(clockAt(hour, 30));
      return time && isInWords(place) && standsApart(place) ? { clock: time.clock } : time;
    },
  }),
  rule({
    say: "{number} past|after {hour} [{half}]",
    examples: ["ten past five", "25 past 8"],
    means: ({ number, hour, half }, place) => {
      const time = number >= 60 || isAmount(place) ? null : clockAt(hour, number, half);
      return time && { clock: time };
    },
  }),
  rule({
    say: "{number} to|til|till {hour} [{half}]",
    examples: ["twenty to four", "ten til 9"],
    means: ({ number, hour, half }, place) => {
      if (number >= 30 || number % 5 > 0 || isAmount(place) || wordBefore(place) === "from") return null;
      const time = clockBefore(hour, number, half);
      const isTime =
        number > hour.hour || half !== undefined || isBeforeErrand(place) || clockPrepositions.has(wordBefore(place));
      if (!time || !isTime) return null;
      return quantityContexts.has(wordBefore(place)) ? withHourCue(time) : { clock: time };
    },
  }),
];

/** "Five thirty call the vet", "pick up Emma five thirty", but not "buy five thirty". */
function standsApart(place: Place): boolean {
  if (quantityContexts.has(wordBefore(place))) return false;
  return isBeforeErrand(place) || isSentenceEnd(place);
}

/** "Five to six feed the dog": numbers at the start, followed by a verb, are a time. */
function isBeforeErrand(place: Place): boolean {
  return isSentenceStart(place) && isErrand(wordAfter(place));
}

/** After one of these "five to six" is 5:55; elsewhere it is a range. */
const clockPrepositions = wordSet("at by around about before until till @");

function isInWords({ scan, from, to }: Place): boolean {
  return scan.tokens.slice(from, to).every(({ type }) => type === "word");
}

function isFourDigits({ scan, from }: Place): boolean {
  return /^\d{4}$/.test(scan.tokens[from]!.text);
}

function withHourCue(time: When["clock"] | null): When | null {
  return time ? { clock: time, needs: "hour cue" } : null;
}
