import type { Token } from "#app/domain/understanding/types.ts";
import type { Match, Reader } from "../engine/types.ts";
import { readInteger } from "./integers.ts";

/**
 * Reads how many of a unit: "3", "three", "1.5", "a", "a couple of", "two and a half", "half an".
 */
export const readCount: Reader<number> = (scan, at) => {
  const phrase = countPhrases
    .get(scan.tokens[at]!.word)
    ?.find(({ words }) => hasWords(words, scan.tokens, at));
  if (phrase) return { value: phrase.value, next: at + phrase.words.length };
  const whole = readDecimal(scan.tokens, at) ?? readInteger(scan, at);
  if (!whole) return null;
  if (hasWords(andAHalf, scan.tokens, whole.next))
    return { value: whole.value + 0.5, next: whole.next + 3 };
  return whole;
};

const andAHalf = ["and", "a", "half"];

// By first word, longer phrases first.
const countPhrases = new Map([
  [
    "a",
    [
      count("a couple of", 2),
      count("a quarter of an", 0.25),
      count("a couple", 2),
      count("a few", 3),
      count("a", 1),
    ],
  ],
  ["an", [count("an", 1)]],
  ["couple", [count("couple of", 2), count("couple", 2)]],
  ["few", [count("few", 3)]],
  ["half", [count("half an", 0.5), count("half a", 0.5)]],
  ["quarter", [count("quarter of an", 0.25)]],
  ["three", [count("three quarters of an", 0.75)]],
]);

function count(phrase: string, value: number) {
  return { words: phrase.split(" "), value };
}

function hasWords(words: string[], tokens: Token[], at: number): boolean {
  return words.every((word, index) => tokens[at + index]?.word === word);
}

function readDecimal(tokens: Token[], at: number): Match<number> | null {
  const [whole, point, fraction] = [tokens[at], tokens[at + 1], tokens[at + 2]];
  if (whole?.type !== "number" || point?.word !== "." || fraction?.type !== "number") return null;
  if (!point.isAttached || !fraction.isAttached || whole.text.length > 3) return null;
  return { value: Number(`${whole.text}.${fraction.text}`), next: at + 3 };
}
