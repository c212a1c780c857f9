import { isErrand } from "../lexicon/errands.ts";
import { finiteVerbs, subjectPronouns } from "../lexicon/letters.ts";
import { wordSet } from "../lexicon/word-set.ts";
import type { Reading } from "../resolve/reading.ts";
import { findRequestStart } from "./request-start.ts";

interface Range {
  from: number;
  to: number;
}

/**
 * The verb of "sign up Finn for wrestling, Zoe for art and Theo for swim": each part has a "for" of
 * its own.
 */
export function parallelVerb(reading: Reading, left: Range, right: Range): Range | null {
  // "Sign Finn up for chess and Zoe for choir" is one errand.
  if (reading.tokens.filter(({ word }) => word === "for").length < minParts) return null;
  const start = findRequestStart(reading, left.from, left.to);
  if (start?.type !== "errand" || !sharedVerbs.has(reading.tokens[start.at]!.word)) return null;
  const isParallel =
    hasPurpose(reading, { from: start.objectAt, to: left.to }) &&
    hasPurpose(reading, withoutAnd(reading, right));
  return isParallel ? { from: start.at, to: start.objectAt } : null;
}

/** "Plumber for the geyser". */
function hasPurpose({ tokens, timeAt }: Reading, { from, to }: Range): boolean {
  const at = tokens.findIndex(({ word }, index) => index > from && index < to && word === "for");
  if (at < 0 || at - from > maxWordsBeforeFor || at + 1 >= to || timeAt[at]) return false;
  const words = tokens.slice(from, at);
  return words.every(
    ({ type, word }) =>
      type === "word" && !isErrand(word) && !notThings.some((list) => list.has(word)),
  );
}

function withoutAnd({ tokens }: Reading, { from, to }: Range): Range {
  return { from: tokens[from]?.word === "and" ? from + 1 : from, to };
}

const minParts = 3;
const maxWordsBeforeFor = 3;
const notThings = [finiteVerbs, subjectPronouns];
const sharedVerbs = wordSet("sign call register enroll book schedule text email ask");
