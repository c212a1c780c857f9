import type { Scan } from "../grammar/engine/types.ts";
import type { Token } from "../types.ts";
import { wordSet } from "../lexicon/word-set.ts";

/** "No wait", "actually make it": the words between two tokens retract the time before them. */
export function isCorrection({ tokens }: Scan, from: number, to: number): boolean {
  if (to - from > maxCorrectionTokens) return false;
  const words = tokens.slice(from, to).filter(({ type }) => type === "word");
  const isRetracted = words.some(
    ({ word }, at) => correctionWords.has(word) || makesIt(word, words[at + 1]?.word),
  );
  return (
    isRetracted && words.every(({ word }) => correctionWords.has(word) || hesitationWords.has(word))
  );
}

/**
 * "At three pick up Theo, no sorry, at four": the first of the words right before a time that
 * retract an earlier one.
 */
export function retractionBefore({ tokens }: Scan, to: number): number | null {
  let from = to;
  while (from > 0 && to - from < maxCorrectionTokens && isRetraction(tokens[from - 1]!)) from -= 1;
  const words = tokens.slice(from, to).map(({ word }) => word);
  const first = words.findIndex(
    (word, at) => correctionWords.has(word) || makesIt(word, words[at + 1]),
  );
  return first < 0 ? null : from + first;
}

function isRetraction({ type, word }: Token): boolean {
  return (
    word === "," || (type === "word" && (correctionWords.has(word) || hesitationWords.has(word)))
  );
}

/** "Make it six", "make that Friday". */
function makesIt(word: string, next = ""): boolean {
  return word === "make" && (next === "it" || next === "that");
}

const maxCorrectionTokens = 7;
const correctionWords = wordSet("no nope wait sorry sry actually rather scratch mean meant oops");
const hesitationWords = wordSet(
  "i or that it make um uh er let 's i'm on at better about say for by the to oh they she he said says it's is",
);
