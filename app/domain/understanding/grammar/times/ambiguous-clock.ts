import { weekdayNumbers } from "#app/domain/understanding/lexicon/calendar.ts";
import { quantityContexts } from "#app/domain/understanding/lexicon/connecting.ts";
import { isErrand } from "#app/domain/understanding/lexicon/errands.ts";
import { kinshipWords } from "#app/domain/understanding/lexicon/names.ts";
import { wordSet } from "#app/domain/understanding/lexicon/word-set.ts";
import type { Token, When } from "#app/domain/understanding/types.ts";
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
    means: ({ hour }, place) =>
      isAmount(place) || hour.hour % 24 === 0 ? null : withHourCue(clockAt(hour, 0)),
  }),
  rule({
    say: "{hour} {minute}",
    examples: ["five thirty", "seven oh five"],
    means: ({ hour, minute }, place) => {
      const time = isAmount(place) ? null : withHourCue(clockAt(hour, minute));
      return time && minute % 15 === 0 && isInWords(place) && standsApart(place)
        ? { clock: time.clock }
        : time;
    },
  }),
  rule({
    say: "{hour}.{minute}",
    examples: ["8.15"],
    means: ({ hour, minute }, place) =>
      isAmount(place) ? null : withHourCue(clockAt(hour, minute)),
  }),
  rule({
    say: "{hour} h",
    examples: ["11 h"],
    means: ({ hour }, place) => withHourCue(isPrefixed(place) ? null : clockAt(hour, 0)),
  }),
  rule({
    say: "{number}",
    examples: ["1530", "0845", "330"],
    means: (_, place) =>
      withHourCue(isAmount(place) || isNumbering(place) ? null : compactClock(place)),
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
    say: "{hour} hours {minute}",
    examples: [],
    means: ({ hour, minute }, place) =>
      ["at", "@"].includes(wordBefore(place)) ? withHourCue(clockAt(hour, minute)) : null,
  }),
  rule({
    say: "{hour} hours",
    examples: [],
    means: ({ hour }, place) =>
      ["at", "@"].includes(wordBefore(place)) ? withHourCue(clockAt(hour, 0)) : null,
  }),
  rule({
    say: "am|pm",
    examples: [],
    // "Tomorrow am dentist, pm oil change".
    means: (_, { scan, from, to }) =>
      scan.list && from === 0
        ? {
            part: scan.tokens[to - 1]!.word === "am" ? "morning" : "afternoon",
            needs: "another time",
          }
        : null,
  }),
  rule({
    say: "half {hour} [{half}]",
    examples: ["half seven"],
    means: ({ hour, half }, place) => {
      const time = isAmount(place) ? null : withHourCue(clockAt(hour, 30, half));
      return time && (standsApart(place) || isSentenceStart(place)) ? { clock: time.clock } : time;
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
      if (number >= 30 || number % 5 > 0 || isAmount(place) || wordBefore(place) === "from")
        return null;
      const time = clockBefore(hour, number, half);
      const isTime =
        number > hour.hour ||
        half !== undefined ||
        isBeforeErrand(place) ||
        clockPrepositions.has(wordBefore(place));
      if (!time || !isTime) return null;
      return quantityContexts.has(wordBefore(place)) ? withHourCue(time) : { clock: time };
    },
  }),
];

/** "330" is 3:30 and "1530" 15:30, but 1900 to 2099 are years, except after "at". */
function compactClock({ scan, from }: Place): When["clock"] | null {
  const { text } = scan.tokens[from]!;
  if (isInPhoneNumber(scan.tokens, from)) return null;
  const isYear =
    /^(?:19|20)\d\d$/.test(text) && !["at", "@"].includes(scan.tokens[from - 1]?.word ?? "");
  if (!/^\d{3,4}$/.test(text) || isYear || text.startsWith("00")) return null;
  const [hour, minute] = [Number(text.slice(0, -2)), Number(text.slice(-2))];
  const isExact = text.startsWith("0") || hour > 12;
  return hour < 24 && minute < 60 && hour > 0
    ? { hour, minute, half: isExact ? "exact" : "bare" }
    : null;
}

/** "1-800-555-0134", "555-0134", but not "330-430". */
function isInPhoneNumber(tokens: Token[], at: number): boolean {
  const isJoined = (index: number) => tokens[index]?.word === "-" && tokens[index]!.isAttached;
  let [first, last] = [at, at];
  while (isJoined(first - 1) && tokens[first]!.isAttached && tokens[first - 2]?.type === "number")
    first -= 2;
  while (isJoined(last + 1) && tokens[last + 2]?.type === "number" && tokens[last + 2]!.isAttached)
    last += 2;
  const isLocal =
    last === first + 2 && tokens[first]!.text.length === 3 && tokens[last]!.text.length === 4;
  return last > first + 2 || (isLocal && tokens[last]!.text.startsWith("0"));
}

/** "Pay 450 on Friday" and "tomorrow 300 screws" have no time, but "pay the sitter at 530" does. */
function isNumbering(place: Place): boolean {
  if (isHeat(place)) return true;
  if (clockPrepositions.has(wordBefore(place))) return false;
  const next = wordAfter(place);
  const isCounted =
    /^\p{Ll}{3,}s$/u.test(next) &&
    !(next in weekdayNumbers) &&
    !isOwner(place, next) &&
    !isQuarterAfterDay(place);
  const before = place.scan.tokens.slice(Math.max(0, place.from - 6), place.from);
  const paid = before.slice(before.findLastIndex(({ type }) => type === "number") + 1);
  return isCounted || paid.some(({ word }) => payingVerbs.has(word));
}

/** "Zoes lesson", "moms salon". */
function isOwner({ scan }: Place, word: string): boolean {
  return scan.names.has(word.slice(0, -1)) || kinshipWords.has(word.slice(0, -1));
}

/** "Sat 1145 scouts": few things are counted so. */
function isQuarterAfterDay(place: Place): boolean {
  return wordBefore(place) in weekdayNumbers && /[14]5$/.test(place.scan.tokens[place.from]!.text);
}

/** "Preheat the oven at 350". */
function isHeat({ scan, from }: Place): boolean {
  const heat = Number(scan.tokens[from]!.text);
  const before = scan.tokens.slice(Math.max(0, from - 4), from);
  return (
    heat >= 200 && heat <= 500 && heat % 25 === 0 && before.some(({ word }) => heatWords.has(word))
  );
}

const heatWords = wordSet("oven preheat bake roast broil");
const payingVerbs =
  wordSet(`pay paid buy owe owes spend transfer deposit withdraw charge cost costs lend donate save budget refund reimburse
  collect order print count read borrow invest tip wire venmo`);

/** "Five thirty call the vet", "pick up Emma five thirty", but not "buy five thirty". */
function standsApart(place: Place): boolean {
  if (quantityContexts.has(wordBefore(place))) return false;
  return isBeforeErrand(place) || isSentenceEnd(place);
}

/** "Five to six feed the dog": numbers at the start, followed by a verb, are a time. */
function isBeforeErrand(place: Place): boolean {
  return isSentenceStart(place) && isErrand(wordAfter(place));
}

function isPrefixed(place: Place): boolean {
  return ["in", "for", "within"].includes(wordBefore(place));
}

/** After one of these "five to six" is 5:55; elsewhere it is a range. */
const clockPrepositions = wordSet("at by around about before until till @ um");

function isInWords({ scan, from, to }: Place): boolean {
  return scan.tokens.slice(from, to).every(({ type }) => type === "word");
}

function isFourDigits({ scan, from }: Place): boolean {
  return /^\d{4}$/.test(scan.tokens[from]!.text);
}

function withHourCue(time: When["clock"] | null | undefined): When | null {
  return time ? { clock: time, needs: "hour cue" } : null;
}
