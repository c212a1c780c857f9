import { numberWords, ordinalWords } from "#app/domain/understanding/lexicon/numbers.ts";
import { wordSet } from "#app/domain/understanding/lexicon/word-set.ts";
import type { Token } from "#app/domain/understanding/types.ts";
import type { Reader, Scan } from "../engine/types.ts";
import { readInteger } from "./integers.ts";

export const readDayOfMonth: Reader<{ day: number; isOrdinal: boolean }> = (scan, at) => {
  const ordinal = readOrdinal(scan, at);
  if (ordinal)
    return ordinal.value <= 31
      ? { value: { day: ordinal.value, isOrdinal: true }, next: ordinal.next }
      : null;
  const token = scan.tokens[at]!;
  if (token.type === "number" && token.text.length > 2) return null;
  const whole = readInteger(scan, at);
  if (!whole || whole.value < 1 || whole.value > 31) return null;
  return { value: { day: whole.value, isOrdinal: false }, next: whole.next };
};

/** Reads "1st and 15th", "the 1st, the 10th and the 20th". */
export const readDaysOfMonth: Reader<{ day: number; isOrdinal: boolean }[]> = (scan, at) => {
  const first = readDayOfMonth(scan, at);
  if (!first) return null;
  const days = [first.value];
  let { next } = first;
  for (;;) {
    const from = skipWords(scan, skipWords(scan, next, conjunctions), articles);
    const day = from > next && scan.tokens[from] ? readDayOfMonth(scan, from) : null;
    if (!day || day.value.isOrdinal !== first.value.isOrdinal) return { value: days, next };
    days.push(day.value);
    ({ next } = day);
  }
};

function skipWords({ tokens }: Scan, from: number, words: ReadonlySet<string>): number {
  let at = from;
  while (words.has(tokens[at]?.word ?? "")) at += 1;
  return at;
}

const conjunctions = wordSet(", and & + plus");
const articles = wordSet("on the");

/** Reads "first" to "fifth", "last" (-1) or "second to last" (-2). */
export const readNth: Reader<number> = (scan, at) => {
  const ordinal = readOrdinal(scan, at);
  const next = scan.tokens.slice(at, at + 3).map(({ word }) => word);
  if (next[0] === "last") return { value: -1, next: at + 1 };
  if (ordinal?.value === 2 && /^(to|but)$/.test(next[1] ?? "") && next[2] === "last")
    return { value: -2, next: at + 3 };
  return ordinal && ordinal.value <= 5 ? ordinal : null;
};

const ordinalSuffixes = new Set(["st", "nd", "rd", "th"]);

const readOrdinal: Reader<number> = (scan, at) => {
  const token = scan.tokens[at]!;
  const after = scan.tokens[at + 1];
  if (token.type === "number") {
    return token.text.length <= 2 && isOrdinalSuffix(after)
      ? { value: Number(token.text), next: at + 2 }
      : null;
  }
  const ones = ordinalWords.get(token.word);
  if (ones !== undefined) return { value: ones, next: at + 1 };
  const tens = numberWords.get(token.word);
  const onesAt = after?.word === "-" ? at + 2 : at + 1;
  const last = ordinalWords.get(scan.tokens[onesAt]?.word ?? "");
  if ((tens !== 20 && tens !== 30) || last === undefined || last > 9) return null;
  return { value: tens + last, next: onesAt + 1 };
};

/** "10th", "10 th", but not "5 st marks" or "5 rd". */
function isOrdinalSuffix(token: Token | undefined): boolean {
  return ordinalSuffixes.has(token?.word ?? "") && (token!.isAttached || token!.word === "th");
}

/** Reads a year from 1900 to 2199, or "'27". */
export const readYear: Reader<number> = ({ tokens }, at) => {
  const token = tokens[at]!;
  if (
    token.word === "'" &&
    tokens[at + 1]?.text.length === 2 &&
    tokens[at + 1]!.type === "number"
  ) {
    return { value: 2000 + Number(tokens[at + 1]!.text), next: at + 2 };
  }
  if (token.type !== "number" || token.text.length !== 4) return null;
  const year = Number(token.text);
  return year >= 1900 && year <= 2199 ? { value: year, next: at + 1 } : null;
};
