import { connectingWords } from "../lexicon/connecting.ts";
import { nonObjects, referringWords } from "../lexicon/errands.ts";
import { finiteVerbs, pastVerbs, reasonWords, subjectPronouns } from "../lexicon/letters.ts";
import type { Reading } from "../resolve/reading.ts";

/** "Vaccuum the car": before an article, a word that nobody knows is a verb. */
export function isUnknownOrder(
  { tokens, timeAt, scan }: Reading,
  from: number,
  to: number,
): boolean {
  const [verb, article] = [tokens[from], tokens[from + 1]];
  if (
    from + 2 >= to ||
    verb?.type !== "word" ||
    timeAt[from] ||
    !["the", "my", "our"].includes(article?.word ?? "")
  )
    return false;
  const isKnown = scan.names.has(verb.word) || notVerbs.some((list) => list.has(verb.word));
  return (
    !isKnown &&
    !tokens
      .slice(from, to)
      .some(({ word }, at) => at !== 2 && (finiteVerbs.has(word) || pastVerbs.has(word)))
  );
}

const notVerbs = [
  connectingWords,
  nonObjects,
  finiteVerbs,
  pastVerbs,
  subjectPronouns,
  referringWords,
  reasonWords,
];
