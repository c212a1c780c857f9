import { wordSet } from "../lexicon/word-set.ts";
import type { Token } from "../types.ts";

/** "Practice moved to 5:30 tomorrow". */
export function isMovedTo(words: Token[]): boolean {
  return words.some(
    ({ word }, at) =>
      ["moved", "changed", "rescheduled"].includes(word) &&
      words.slice(at + 1, at + 6).some((next) => next.word === "to"),
  );
}

/** "Greta's follow-up is fixed for 20 January". */
export function isBookedFor(words: Token[]): boolean {
  return words.some(({ word }, at) => bookedWords.has(word) && words[at + 1]?.word === "for");
}

const bookedWords = wordSet("booked confirmed fixed scheduled set");
