import { isErrand } from "../lexicon/errands.ts";
import {
  askingVerbs,
  finiteVerbs,
  needWords,
  orders,
  pastVerbs,
  presentWords,
  subjectPronouns,
} from "../lexicon/letters.ts";
import type { Reading } from "../resolve/reading.ts";
import { readLeadIn } from "../split/lead-in.ts";
import { findRequestStart } from "../split/request-start.ts";
import type { Token } from "../types.ts";
import type { Sentence } from "./sentences.ts";

/** How much a sentence asks for something: an order asks, "the recital is on Friday" only has a time. */
type Rank = "asks" | "has time" | "tells";

export function rankOf(reading: Reading, { from, to }: Sentence): Rank {
  const words = reading.tokens.slice(from, to);
  if (asksInWords(words) || isOrder(reading, from, to)) return "asks";
  const isTimed = reading.timeAt.slice(from, to).some((time) => time?.role === "due");
  if (!isTimed || words.at(-1)!.word === "?" || isPast(words)) return "tells";
  const isStatement = subjectPronouns.has(words[0]!.word) || words.some(({ word }) => finiteVerbs.has(word));
  return isStatement ? "has time" : "asks";
}

/** "Please", "can you", "we need to", "don't forget", "make sure". */
export function asksInWords(tokens: Token[]): boolean {
  const words = tokens.map(({ word }) => word);
  return words.some((word, at) => {
    const [before = "", next = "", afterNext = ""] = [words[at - 1], words[at + 1], words[at + 2]];
    if (askingVerbs.has(word)) return next === "you" && !["believe", "imagine", "guess"].includes(afterNext);
    if (needWords.has(word)) return next === "to" && isToBeDone(words, at);
    if (word === "must" || word === "should") return next !== "have" && next !== "be" && before !== "it";
    if (word === "forget") return ["don't", "dont", "not", "can't"].includes(before);
    if (word === "sure") return before === "make" || before === "be";
    if (word === "remind") return next === "me" || next === "us";
    return word === "please" || word === "pls" || word === "plz" || word === "kindly";
  });
}

/** "We have to call", "students need to be dropped off", but not "she has to work late" or "it is supposed to snow". */
function isToBeDone(words: string[], at: number): boolean {
  const before = words.slice(Math.max(0, at - 3), at);
  return !before.some((word) => otherSubjects.has(word)) && words[at] !== "supposed";
}

const otherSubjects = new Set([
  "he",
  "she",
  "they",
  "it",
  "he's",
  "she's",
  "it's",
  "had",
  "didn't",
  "don't",
  "doesn't",
]);

function isOrder(reading: Reading, from: number, to: number): boolean {
  if (findRequestStart(reading, from, to, false)?.type === "errand") return true;
  const { at } = readLeadIn(reading, from, to);
  const verb = reading.tokens[at];
  if (!verb || at >= to || reading.scan.names.has(verb.word)) return false;
  const next = reading.tokens[at + 1];
  const isVerb = orders.has(verb.word) || isErrand(verb.word);
  return isVerb && next?.word !== "'s" && !(next && finiteVerbs.has(next.word));
}

export function isPast(tokens: Token[]): boolean {
  return tokens.some(
    ({ word }) => pastVerbs.has(word) || (word.length > 4 && word.endsWith("ed") && !presentWords.has(word)),
  );
}
