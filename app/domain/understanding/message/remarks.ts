import { wordSet } from "../lexicon/word-set.ts";
import type { Token } from "../types.ts";

/** "Running late today", "stuck at work", "in a meeting", "on my way". */
export function isUnderway([first, second, third]: Token[]): boolean {
  // "In a week call the plumber" asks.
  if (first!.word === "in")
    return busyWords.has((second?.word === "a" ? third : second)?.word ?? "");
  if (first!.word === "on" && second?.word === "my") return true;
  return underwayWords.has(first!.word) && underwayNext.has(second?.word ?? "");
}

const busyWords = wordSet("meeting meetings traffic");
const underwayWords = wordSet("running heading leaving stuck coming driving getting");
const underwayNext = wordSet("late home now in at out behind a over back work early soon");

/** "GO BEARS!", "Go team!" */
export function isCheer(words: Token[]): boolean {
  return (
    words[0]!.word === "go" &&
    words.length < 5 &&
    words.at(-1)!.word === "!" &&
    words[1]?.word !== "to"
  );
}
