import { commonlyMisspelled, misspellings, neverMisspelled } from "../lexicon/misspellings.ts";
import type { Token } from "../types.ts";

/** Corrects time words ("wendesday", "tmrw") in `word`; `text` keeps what the user wrote. */
export function correctSpelling(tokens: Token[], names: ReadonlySet<string>): Token[] {
  return tokens.map((token) => {
    if (token.type !== "word" || names.has(token.word)) return token;
    const word = misspellings.get(token.word) ?? timeWordNear(token.word);
    return word ? { ...token, word } : token;
  });
}

function timeWordNear(word: string): string | undefined {
  if (word.length < 5 || word.length > 10 || neverMisspelled.has(word)) return undefined;
  return commonlyMisspelled.find((right) => right[0] === word[0] && right !== word && isOneSlip(word, right));
}

/** One letter too many, too few or wrong, or two neighbors swapped. */
function isOneSlip(word: string, right: string): boolean {
  if (Math.abs(word.length - right.length) > 1) return false;
  let at = 0;
  while (at < word.length && word[at] === right[at]) at += 1;
  const [rest, rightRest] = [word.slice(at), right.slice(at)];
  if (rest.slice(1) === rightRest.slice(1) || rest.slice(1) === rightRest || rest === rightRest.slice(1)) return true;
  return rest[0] === rightRest[1] && rest[1] === rightRest[0] && rest.slice(2) === rightRest.slice(2);
}
