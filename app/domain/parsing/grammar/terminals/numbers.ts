import { NUMBER_WORDS, ORDINAL_WORDS } from "../../lexicon/numbers.ts";
import type { Token } from "../../types.ts";
import type { Found, Reader } from "../engine/reader.ts";

const SUFFIXES = new Set(["st", "nd", "rd", "th"]);

/** A whole number of at most four digits, or up to ninety-nine in words: "20", "twenty five", "twenty-five". */
export const readWhole: Reader<number> = ({ tokens }, at) => {
  const token = tokens[at]!;
  if (token.kind === "number")
    return isPartOfLongerNumber(tokens, at) ? null : { value: Number(token.said), next: at + 1 };
  const tens = NUMBER_WORDS.get(token.word);
  if (tens === undefined) return null;
  const onesAt = tokens[at + 1]?.word === "-" ? at + 2 : at + 1;
  const ones = NUMBER_WORDS.get(tokens[onesAt]?.word ?? "") ?? 0;
  if (tens >= 20 && ones >= 1 && ones <= 9) return { value: tens + ones, next: onesAt + 1 };
  return { value: tens, next: at + 1 };
};

/** How many of a unit: "3", "three", "1.5", "a", "a couple of", "two and a half", "half an". */
export const readCount: Reader<number> = (scan, at) => {
  const phrase = COUNT_PHRASES.get(scan.tokens[at]!.word)?.find(({ words }) => stand(words, scan.tokens, at));
  if (phrase) return { value: phrase.value, next: at + phrase.words.length };
  const whole = readDecimal(scan.tokens, at) ?? readWhole(scan, at);
  if (!whole) return null;
  if (stand(AND_A_HALF, scan.tokens, whole.next)) return { value: whole.value + 0.5, next: whole.next + 3 };
  return whole;
};

const AND_A_HALF = ["and", "a", "half"];

interface CountPhrase {
  words: string[];
  value: number;
}

// By first word, longer ones first.
const COUNT_PHRASES = new Map<string, CountPhrase[]>([
  [
    "a",
    [count("a couple of", 2), count("a quarter of an", 0.25), count("a couple", 2), count("a few", 3), count("a", 1)],
  ],
  ["an", [count("an", 1)]],
  ["couple", [count("couple of", 2), count("couple", 2)]],
  ["few", [count("few", 3)]],
  ["half", [count("half an", 0.5), count("half a", 0.5)]],
  ["quarter", [count("quarter of an", 0.25)]],
  ["three", [count("three quarters of an", 0.75)]],
]);

function count(phrase: string, value: number): CountPhrase {
  return { words: phrase.split(" "), value };
}

function stand(words: string[], tokens: Token[], at: number): boolean {
  return words.every((word, index) => tokens[at + index]?.word === word);
}

function readDecimal(tokens: Token[], at: number): Found<number> | null {
  const [whole, point, fraction] = [tokens[at], tokens[at + 1], tokens[at + 2]];
  if (whole?.kind !== "number" || point?.word !== "." || fraction?.kind !== "number") return null;
  if (!point.isGlued || !fraction.isGlued || whole.said.length > 3) return null;
  return { value: Number(`${whole.said}.${fraction.said}`), next: at + 3 };
}

/** An hour of the clock. Digits after a currency sign are something else. */
export const readHour: Reader<{ hour: number; isExact: boolean }> = (scan, at) => {
  const token = scan.tokens[at]!;
  if (token.kind === "number" && (token.said.length > 2 || isMarked(scan.tokens, at))) return null;
  const whole = readWhole(scan, at);
  if (!whole || whole.value > 24) return null;
  if (token.kind === "word" && (whole.value > 12 || whole.value === 0)) return null;
  const isExact = whole.value > 12 || token.said.startsWith("0");
  return { value: { hour: whole.value, isExact }, next: whole.next };
};

/** The minutes of a clock time: "05", "45", "forty five", "oh five". */
export const readMinute: Reader<number> = (scan, at) => {
  const token = scan.tokens[at]!;
  if (token.kind === "number")
    return token.said.length === 2 && Number(token.said) < 60 ? { value: Number(token.said), next: at + 1 } : null;
  if (token.word === "oh" || token.word === "o") {
    const ones = scan.tokens[at + 1] && readWhole(scan, at + 1);
    return ones && ones.value >= 1 && ones.value <= 9 ? ones : null;
  }
  const whole = readWhole(scan, at);
  return whole && whole.value >= 10 && whole.value < 60 ? whole : null;
};

/** A day of the month: "5", "5th", "fifth", "twenty-first". */
export const readDayOfMonth: Reader<{ day: number; isOrdinal: boolean }> = (scan, at) => {
  const ordinal = readOrdinal(scan, at);
  if (ordinal)
    return ordinal.value <= 31 ? { value: { day: ordinal.value, isOrdinal: true }, next: ordinal.next } : null;
  const token = scan.tokens[at]!;
  if (token.kind === "number" && token.said.length > 2) return null;
  const whole = readWhole(scan, at);
  if (!whole || whole.value < 1 || whole.value > 31) return null;
  return { value: { day: whole.value, isOrdinal: false }, next: whole.next };
};

/** Which of the few in a month: "first" to "fifth", "last", "second to last". */
export const readNth: Reader<number> = (scan, at) => {
  const ordinal = readOrdinal(scan, at);
  const next = scan.tokens.slice(at, at + 3).map(({ word }) => word);
  if (next[0] === "last") return { value: -1, next: at + 1 };
  if (ordinal?.value === 2 && /^(to|but)$/.test(next[1] ?? "") && next[2] === "last")
    return { value: -2, next: at + 3 };
  return ordinal && ordinal.value <= 5 ? ordinal : null;
};

const readOrdinal: Reader<number> = (scan, at) => {
  const token = scan.tokens[at]!;
  const after = scan.tokens[at + 1];
  if (token.kind === "number") {
    return token.said.length <= 2 && after?.isGlued && SUFFIXES.has(after.word)
      ? { value: Number(token.said), next: at + 2 }
      : null;
  }
  const ones = ORDINAL_WORDS.get(token.word);
  if (ones !== undefined) return { value: ones, next: at + 1 };
  const tens = NUMBER_WORDS.get(token.word);
  const onesAt = after?.word === "-" ? at + 2 : at + 1;
  const last = ORDINAL_WORDS.get(scan.tokens[onesAt]?.word ?? "");
  if ((tens !== 20 && tens !== 30) || last === undefined || last > 9) return null;
  return { value: tens + last, next: onesAt + 1 };
};

/** A year of this century: "2027", "'27". */
export const readYear: Reader<number> = ({ tokens }, at) => {
  const token = tokens[at]!;
  if (token.word === "'" && tokens[at + 1]?.said.length === 2 && tokens[at + 1]!.kind === "number") {
    return { value: 2000 + Number(tokens[at + 1]!.said), next: at + 2 };
  }
  if (token.kind !== "number" || token.said.length !== 4) return null;
  const year = Number(token.said);
  return year >= 1900 && year <= 2199 ? { value: year, next: at + 1 } : null;
};

/** The 20 of "$20" or "#20". */
function isMarked(tokens: Token[], at: number): boolean {
  return tokens[at]!.isGlued && MARKS.has(tokens[at - 1]?.word ?? "");
}

const MARKS = new Set("$£€#+");

function isPartOfLongerNumber(tokens: Token[], at: number): boolean {
  return tokens[at]!.said.length > 4 || isMarked(tokens, at);
}
