import { MISSPELLINGS, NEVER_MISSPELLED, OFTEN_MISSPELLED } from "../lexicon/misspellings.ts";
import type { Token } from "../types.ts";

/** Gives words of time their right spelling ("wendesday", "tmrw"); what was said stays as it was said. */
export function corrected(tokens: Token[], names: ReadonlySet<string>): Token[] {
  return tokens.map((token) => {
    if (token.kind !== "word" || names.has(token.word)) return token;
    const word = MISSPELLINGS.get(token.word) ?? nearWord(token.word);
    return word ? { ...token, word } : token;
  });
}

/** The word of time that is one slip away: a letter too many, too few, wrong, or two letters exchanged. */
function nearWord(word: string): string | undefined {
  if (word.length < 5 || word.length > 10 || NEVER_MISSPELLED.has(word)) return undefined;
  return OFTEN_MISSPELLED.find((right) => right[0] === word[0] && right !== word && isOneSlip(word, right));
}

function isOneSlip(word: string, right: string): boolean {
  if (Math.abs(word.length - right.length) > 1) return false;
  let at = 0;
  while (at < word.length && word[at] === right[at]) at += 1;
  const [rest, rightRest] = [word.slice(at), right.slice(at)];
  if (rest.slice(1) === rightRest.slice(1) || rest.slice(1) === rightRest || rest === rightRest.slice(1)) return true;
  return rest[0] === rightRest[1] && rest[1] === rightRest[0] && rest.slice(2) === rightRest.slice(2);
}
