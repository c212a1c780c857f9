import type { Scan } from "../grammar/engine/types.ts";
import { wordSet } from "../lexicon/word-set.ts";

/** "No wait", "actually make it": the words between two tokens retract the time before them. */
export function isCorrection({ tokens }: Scan, from: number, to: number): boolean {
  if (to - from > maxCorrectionTokens) return false;
  const words = tokens.slice(from, to).filter(({ type }) => type === "word");
  return (
    words.some(({ word }) => correctionWords.has(word)) &&
    words.every(({ word }) => correctionWords.has(word) || hesitationWords.has(word))
  );
}

const maxCorrectionTokens = 7;
const correctionWords = wordSet("no wait sorry actually rather scratch mean oops");
const hesitationWords = wordSet("i or that it make um uh er let 's i'm on at better");
