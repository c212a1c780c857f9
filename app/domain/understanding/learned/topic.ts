import {
  determiners,
  isClearBefore,
  isErrand,
  verbParticles,
} from "#app/domain/understanding/lexicon/errands.ts";
import { connectingWords } from "#app/domain/understanding/lexicon/connecting.ts";
import { tokenize } from "#app/domain/understanding/tokenize/tokenize.ts";
import type { FamilyMember, Token } from "#app/domain/understanding/types.ts";

const maxWords = 2;

/**
 * Returns the words of a title that a correction is about: "Lena" in "Pick up Lena from ballet",
 * "swim" in "Swim with Ben". Null if that is unclear. The family's own names teach nothing, because
 * relations decide about them.
 */
export function topicOf(title: string, family: FamilyMember[]): string[] | null {
  const tokens = wordsOf(title);
  const isFamily = namesIn(family);
  const name = tokens.find(
    ({ text, word, type }, at) =>
      type === "word" && at > 0 && /^\p{Lu}\p{Ll}/u.test(text) && !isFamily(word),
  );
  return name ? [name.word] : headOf(tokens, verbLength(tokens, isFamily), isFamily);
}

/**
 * Finds the word with a usual time: "dinner" in "Dinner with the Lees". "Call the bank" has none.
 */
export function occasionOf(title: string, family: FamilyMember[]): string[] | null {
  const tokens = wordsOf(title);
  const isFamily = namesIn(family);
  return verbLength(tokens, isFamily) === 0 ? headOf(tokens, 0, isFamily) : null;
}

function wordsOf(title: string): Token[] {
  return tokenize(title).filter(({ type, word }) => type !== "symbol" && word !== "'s");
}

function headOf(
  tokens: Token[],
  start: number,
  isFamily: (word: string) => boolean,
): string[] | null {
  const end = tokens.findIndex(({ word }, at) => at > start && isJoint(word));
  const words = tokens
    .slice(start, end < 0 ? undefined : end)
    .filter(({ word, type }) => type === "word" && !determiners.has(word) && !isFamily(word))
    .map(({ word }) => word);
  return words.length > 0 && words.length <= maxWords ? words : null;
}

/**
 * Returns the number of words that "pick up" takes in "pick up Lena"; "book club" and "swim" start
 * with no verb.
 */
function verbLength(tokens: Token[], isFamily: (word: string) => boolean): number {
  const [verb, second] = tokens;
  if (!verb || !second || !isErrand(verb.word)) return 0;
  if (verbParticles.has(second.word)) return 2;
  const isObject =
    determiners.has(second.word) || isFamily(second.word) || /^\p{Lu}/u.test(second.text);
  return isObject || isClearBefore(verb.word, second.word) ? 1 : 0;
}

const isJoint = (word: string) => connectingWords.has(word) || word === "of";

/** Siblings and others decide nothing, so a correction may be about them. */
function namesIn(family: FamilyMember[]): (word: string) => boolean {
  const deciding = family.filter(({ relation }) => !["sibling", "other"].includes(relation));
  const names = new Set(deciding.flatMap(({ name }) => name.toLowerCase().split(/\s+/)));
  return (word) => names.has(word);
}
