import type { Reading } from "../resolve/reading.ts";
import type { Token } from "../types.ts";
import type { Sentence } from "./sentences.ts";

/**
 * "I want the rails put in by Friday", "she wants her quilts dropped off by the 20th", but not "I
 * want peace".
 */
export function isWish(words: Token[]): boolean {
  const at = words.findIndex(({ word }) => word === "want" || word === "wants");
  if (at < 1) return false;
  const isDone = words.slice(at + 2).some(({ word }) => isParticiple(word));
  if (words[at]!.word === "wants") return isDone;
  return ["i", "we"].includes(words[at - 1]!.word) && (isDone || words[at + 1]?.word === "to");
}

/** "Let's return the favor" and "maybe we should" ask for nothing yet. */
export function isProposal([first, second]: Token[]): boolean {
  if (first?.word === "maybe" || first?.word === "perhaps") return true;
  return first?.word === "lets" || (first?.word === "let" && second?.word === "'s");
}

/** "I want to bake them something" without a time. */
export function isUntimedWish({ tokens, timeAt }: Reading, { from, to }: Sentence): boolean {
  const [subject = "", verb = "", next = ""] = tokens.slice(from, from + 3).map(({ word }) => word);
  const isWished = ["i'd", "we'd"].includes(subject)
    ? ["love", "like"].includes(verb)
    : ["i", "we"].includes(subject) &&
      (verb === "want" || (verb === "would" && ["love", "like"].includes(next)));
  return isWished && !timeAt.slice(from, to).some(Boolean);
}

export function isParticiple(word: string): boolean {
  return (word.length > 4 && word.endsWith("ed")) || participles.has(word);
}

const participles = new Set([
  "paid",
  "put",
  "sent",
  "done",
  "made",
  "brought",
  "taken",
  "given",
  "handed",
  "bought",
  "cut",
]);
