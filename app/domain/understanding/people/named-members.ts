import {
  nameLikeVerbs,
  ordinaryWordNames,
  wordsAfterName,
  wordsBeforeName,
} from "../lexicon/names.ts";
import { tokenize } from "../tokenize/tokenize.ts";
import type { FamilyMember, Token } from "../types.ts";

export function namedMembers(tokens: Token[], family: FamilyMember[]): FamilyMember[] {
  return family.filter((member) => {
    const words = wordsOf(member);
    return words.length > 0 && tokens.some((_, at) => isNamedAt(tokens, at, words));
  });
}

/** Writes lower-case names as the household does: "dentist leo" is "dentist Leo". */
export function writeNames(tokens: Token[], family: FamilyMember[]): Token[] {
  const written = [...tokens];
  for (const { name } of family) {
    const parts = tokenize(name);
    const words = parts.map(({ word }) => word);
    if (words.length === 0) continue;
    for (const at of tokens.keys()) {
      if (!isNamedAt(tokens, at, words) || isPartOfAddress(tokens, at, words.length)) continue;
      for (const [index, { text }] of parts.entries())
        written[at + index] = writtenAs(written[at + index]!, text);
    }
  }
  return written;
}

/** "leos reading" is "Leo's reading". */
function writtenAs(token: Token, name: string): Token {
  const isLower = token.text === token.text.toLowerCase();
  const isPossessive = token.text.length > name.length;
  return isLower ? { ...token, text: isPossessive ? `${name}'s` : name } : token;
}

/** "leo@example.com", "#leo". */
export function isPartOfAddress(tokens: Token[], at: number, length: number): boolean {
  const [first, next, last] = [tokens[at]!, tokens[at + length], tokens[at + length + 1]];
  const isAfter = first.isAttached && addressMarks.has(tokens[at - 1]?.word ?? "");
  const isBefore = next?.isAttached && last?.isAttached && addressMarks.has(next.word);
  return isAfter || Boolean(isBefore);
}

const addressMarks = new Set(["@", ".", "_", "#"]);

const knownWords = new WeakMap<FamilyMember, string[]>();

export function wordsOf(member: FamilyMember): string[] {
  const known = knownWords.get(member) ?? tokenize(member.name).map(({ word }) => word);
  knownWords.set(member, known);
  return known;
}

function isNamedAt(tokens: Token[], at: number, words: string[]): boolean {
  if (isHastyPossessive(tokens, at, words)) return true;
  if (!words.every((word, index) => tokens[at + index]?.word === word)) return false;
  return words.length > 1 || isName(tokens, at);
}

/** "Zoes shoes", "dinner at Gretas". */
function isHastyPossessive(tokens: Token[], at: number, [name = "", ...more]: string[]): boolean {
  const { word } = tokens[at]!;
  const isPossessive = word.length === name.length + 1 && word.endsWith("s");
  if (!isPossessive || more.length > 0 || !word.startsWith(name)) return false;
  if (name.length < 3 || ordinaryWordNames.has(name)) return false;
  return (
    ["word", "number"].includes(tokens[at + 1]?.type ?? "") ||
    placePrepositions.has(tokens[at - 1]?.word ?? "")
  );
}

const placePrepositions = new Set(["at", "to", "from", "by"]);

/** "Pay the bill" names nobody, even in Bill's family; "pick up bill" does. */
function isName(tokens: Token[], at: number): boolean {
  const { word, text } = tokens[at]!;
  const isCapitalized = /^\p{Lu}/u.test(text) && (at > 0 || !nameLikeVerbs.has(word));
  if (!ordinaryWordNames.has(word) || isCapitalized) return true;
  return at === 0
    ? wordsAfterName.has(tokens[1]?.word ?? "")
    : wordsBeforeName.has(tokens[at - 1]!.word);
}
