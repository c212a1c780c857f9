import { childNames, noChildren, ordinaryWordNames } from "../lexicon/names.ts";
import { wordSet } from "../lexicon/word-set.ts";
import type { Token } from "../types.ts";

const childPlaces = wordSet(
  `school preschool daycare kindergarten nursery practice practise training homework medicine medication antibiotics inhaler
  recital lesson lessons dentist pediatrician playdate`,
);
const wordsAfter = wordSet("from at to for after before and with by has needs 's");

/**
 * Returns an unknown first name where people speak of their children: "pick up Emma", "Emma has
 * practice".
 * @returns the name with a capital; null also for a word that may be something else
 */
export function possibleChild(tokens: Token[], known: readonly string[]): string | null {
  const words = knownWords(known);
  const hasPlace = tokens.some(({ word }) => childPlaces.has(word));
  const found = tokens.find((token, at) => {
    if (token.type !== "word" || words.has(token.word) || !isName(tokens, at)) return false;
    return hasPlace ? isPersonIn(tokens, at) : isPickedUp(tokens, at);
  });
  return found ? found.text.charAt(0).toUpperCase() + found.text.slice(1) : null;
}

/** Returns each word of the names, because a task may use any of them. */
export function knownWords(names: readonly string[]): Set<string> {
  return new Set(names.flatMap((name) => name.toLowerCase().split(/\s+/)));
}

/** A capital at the beginning of a sentence says nothing. */
function isName(tokens: Token[], at: number): boolean {
  const { word, text } = tokens[at]!;
  if (noChildren.has(word) || childPlaces.has(word) || isPartOfName(tokens, at)) return false;
  if (childNames.has(word)) return true;
  const isCapitalized = /^\p{Lu}\p{Ll}+$/u.test(text);
  const isClearAtStart =
    ["has", "needs", "'s"].includes(tokens[at + 1]?.word ?? "") && !ordinaryWordNames.has(word);
  return isCapitalized && (at > 0 || isClearAtStart);
}

/** "Emma Stone", "Lincoln School". */
function isPartOfName(tokens: Token[], at: number): boolean {
  const isCapital = (token: Token | undefined) =>
    token?.type === "word" && /^\p{Lu}/u.test(token.text);
  return isCapital(tokens[at + 1]) || (at > 1 && isCapital(tokens[at - 1]));
}

/** "Pick up Emma", "pick Emma up". */
function isPickedUp(tokens: Token[], at: number): boolean {
  const word = (offset: number) => tokens[at + offset]?.word ?? "";
  if (word(-1) === "pick" && word(1) === "up") return true;
  const isAfterVerb = (word(-2) === "pick" && word(-1) === "up") || word(-1) === "pickup";
  return isAfterVerb && word(1) !== "'s" && (word(1) === "" || wordsAfter.has(word(1)));
}

/**
 * "Emma's practice", "Emma has school", "give Emma her medicine", "dentist for Ben", but not
 * "practice at Hillside".
 */
function isPersonIn(tokens: Token[], at: number): boolean {
  const before = tokens[at - 1]?.word ?? "";
  return isPickedUp(tokens, at) || !["at", "in", "from", "near", "on"].includes(before);
}
