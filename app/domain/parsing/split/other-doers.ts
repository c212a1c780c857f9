import { isErrand } from "../lexicon/errands.ts";
import { reasonWords } from "../lexicon/letters.ts";
import { wordSet } from "../lexicon/word-set.ts";
import type { Reading } from "../resolve/reading.ts";
import { isPersonAt } from "./verbless-parts.ts";

/** "Omar is doing the gutters, I'm doing closets": each does a part. */
export function startsOtherDoer(reading: Reading, start: number, at: number): boolean {
  if (reasonWords.has(reading.tokens[at - 1]!.word)) return false;
  const [first, other] = [doerAt(reading, start), doerAt(reading, at)];
  return first !== null && other !== null && first !== other;
}

function doerAt({ tokens, scan, ...reading }: Reading, at: number): string | null {
  const from = skipOpening({ tokens, scan, ...reading }, at);
  const [doer, verb, next] = tokens.slice(from, from + 3).map(({ word }) => word);
  if (!doer || !verb) return null;
  if (ownProgress.has(doer)) return isGerund(verb) ? "me" : null;
  if (ownPlans.has(doer)) return isErrand(verb) ? "me" : null;
  if (doer === "i" && verb === "will") return isErrand(next ?? "") ? "me" : null;
  if (!isPersonAt({ tokens, scan, ...reading }, from) || !next) return null;
  if (verb === "is" || verb === "'s") return isGerund(next) ? doer : null;
  if (["has", "have", "needs", "need"].includes(verb) && next === "to") return doer;
  return ["will", "please"].includes(verb) && isErrand(next) ? doer : null;
}

/** "This weekend Omar …", "the kids …". */
function skipOpening({ tokens, timeAt }: Reading, at: number): number {
  const from = timeAt[at]?.from === at ? timeAt[at].to : at;
  return tokens[from]?.word === "the" ? from + 1 : from;
}

function isGerund(word: string): boolean {
  return (
    /^\p{Ll}{2,}ing$/u.test(word) && !["going", "being", "having", "thinking", "coming", "wondering"].includes(word)
  );
}

const ownProgress = wordSet("i'm im");
const ownPlans = wordSet("i'll ill");
