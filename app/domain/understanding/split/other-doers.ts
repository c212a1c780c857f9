import { isErrand } from "../lexicon/errands.ts";
import { reasonWords } from "../lexicon/letters.ts";
import { wordSet } from "../lexicon/word-set.ts";
import type { Reading } from "../resolve/reading.ts";
import { isPersonAt } from "./verbless-parts.ts";

/** "Omar is doing the gutters, I'm doing closets": each does a part. */
export function startsOtherDoer(reading: Reading, start: number, at: number): boolean {
  const other = doerAt(reading, at);
  if (other === null || reasonWords.has(reading.tokens[at - 1]!.word)) return false;
  const first = doerAt(reading, start);
  return first !== null && first !== other;
}

function doerAt(reading: Reading, at: number): string | null {
  const { tokens } = reading;
  const from = skipOpening(reading, at);
  const [doer, verb, next] = [
    tokens[from]?.word,
    tokens[from + 1]?.word,
    tokens[from + 2]?.word ?? "",
  ];
  if (!doer || !verb) return null;
  if (ownProgress.has(doer)) return isGerund(verb) ? "me" : null;
  if (ownPlans.has(doer)) return isErrand(verb) ? "me" : null;
  if (doer === "i") return verb === "will" && isErrand(next) ? "me" : null;
  return isPersonAt(reading, from) && isDoing(verb, next) ? doer : null;
}

/** "Is doing", "has to rake", "will bring", "please take". */
function isDoing(verb: string, next: string): boolean {
  if (verb === "is" || verb === "'s") return isGerund(next);
  if (["has", "have", "needs", "need"].includes(verb)) return next === "to";
  return ["will", "please"].includes(verb) && isErrand(next);
}

/** "This weekend Omar …", "the kids …". */
function skipOpening({ tokens, timeAt }: Reading, at: number): number {
  const from = timeAt[at]?.from === at ? timeAt[at].to : at;
  return tokens[from]?.word === "the" ? from + 1 : from;
}

function isGerund(word: string): boolean {
  return word.length > 4 && word.endsWith("ing") && !tellingGerunds.has(word);
}

const tellingGerunds = wordSet("going being having thinking coming wondering");
const ownProgress = wordSet("i'm im");
const ownPlans = wordSet("i'll ill");
