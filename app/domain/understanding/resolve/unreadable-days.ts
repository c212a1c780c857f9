import type { Scan } from "../grammar/engine/types.ts";
import { canStartTime } from "../grammar/grammar.ts";
import { isAmount } from "../grammar/terminals/amounts.ts";
import { ambiguousMonths, monthNumbers } from "../lexicon/calendar.ts";
import { nameOfDayEnds } from "../lexicon/unreadable-days.ts";
import { wordSet } from "../lexicon/word-set.ts";
import type { TimePhrase, Token } from "../types.ts";

const maxWords = 4;

/** "On Zoe's birthday", "by sports day": a day that only the family knows. */
export function readNamedDay({ tokens }: Scan, from: number): TimePhrase | null {
  if (!["on", "by"].includes(tokens[from]!.word)) return null;
  for (let at = from + 1; at <= from + maxWords && tokens[at]; at += 1) {
    const { word, type } = tokens[at]!;
    if (word === "'s") continue;
    if (
      type !== "word" ||
      (word !== "the" && canStartTime(tokens[at]!) && !nameOfDayEnds.has(word))
    )
      return null;
    if (!nameOfDayEnds.has(word) || at === from + 1) continue;
    const isWhole =
      tokens[at + 1]?.type !== "word" ||
      ["at", "by", "before", "after", "we", "i"].includes(tokens[at + 1]!.word);
    const when = { isIgnored: true, blocks: "clock" } as const;
    return isWhole ? { from, to: at + 1, when, cue: null, role: "none" } : null;
  }
  return null;
}

/**
 * True if something in the text looks like a date, but no rule read it: "11-19", "oct 15 and 22",
 * "two days before the wedding".
 */
export function hasUnreadDate(scan: Scan, timeAt: (TimePhrase | undefined)[]): boolean {
  return scan.tokens.some(
    (_, at) =>
      !timeAt[at] &&
      (isNumericDate(scan, at) || isMonthAndDay(scan, at) || isOffset(scan, at, timeAt)),
  );
}

function isNumericDate(scan: Scan, at: number): boolean {
  const [first, mark, second, next] = scan.tokens.slice(at, at + 4);
  if (
    first?.type !== "number" ||
    second?.type !== "number" ||
    !mark?.isAttached ||
    !second.isAttached
  )
    return false;
  const [one, other] = [Number(first.text), Number(second.text)];
  const isMarked =
    (mark.word === "/" || mark.word === "-") && !next?.isAttached && !first.isAttached;
  const isDate =
    isMarked &&
    Math.min(one, other) > 0 &&
    Math.min(one, other) < 13 &&
    Math.max(one, other) > 12 &&
    Math.max(one, other) < 32;
  return isDate && !isAmount({ scan, from: at, to: at + 3 });
}

function isMonthAndDay({ tokens }: Scan, at: number): boolean {
  const { word } = tokens[at]!;
  if (!(word in monthNumbers) || ambiguousMonths.has(word)) return false;
  return isDayNumber(tokens[at + 1]) || isDayNumber(tokens[at - 1]);
}

function isDayNumber(token: Token | undefined): boolean {
  return token?.type === "number" && Number(token.text) > 0 && Number(token.text) < 32;
}

/** "Two days before the wedding on Oct 10", "at 6 the day after". */
function isOffset(scan: Scan, at: number, timeAt: (TimePhrase | undefined)[]): boolean {
  const word = (index: number) => scan.tokens[index]?.word ?? "";
  if (word(at) === "day" && sides.has(word(at + 1)) && !timeAt[at + 1]) return true;
  const duration = scan.tokens[at]!.type === "symbol" ? null : scan.readers.duration(scan, at);
  if (!duration || duration.value.days + duration.value.months === 0 || timeAt[duration.next])
    return false;
  return sides.has(word(duration.next)) && owners.has(word(duration.next + 1));
}

const sides = wordSet("before after");
const owners = wordSet("the my our his her their your");
