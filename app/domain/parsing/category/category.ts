import { eldersWords, householdWords, kidsWords, otherMeanings, type Weights } from "../lexicon/category-words.ts";
import type { Category, FamilyMember, Token } from "../types.ts";
import { namedMembers } from "./named-members.ts";

/**
 * Named family members outweigh words. `undated` lacks the due date, since "May 5" names nobody. If the request decides
 * nothing, what stands around it may.
 */
export function categoryOf(tokens: Token[], undated: Token[], family: FamilyMember[], around?: Token[]): Category {
  const category = categoryIn(tokens, undated, family);
  return category === "Household" && around ? categoryIn(around, around, family) : category;
}

/** Words that speak for a child as well as for an elder leave it open, and so does only what stands around. */
export function isCategorySure(tokens: Token[], undated: Token[], family: FamilyMember[], around?: Token[]): boolean {
  if (around && categoryIn(tokens, undated, family) !== categoryOf(tokens, undated, family, around)) return false;
  if (namedMembers(undated, family).some(({ relation }) => decidingRelations.has(relation))) return true;
  const words = tokens.map(({ word }) => word);
  return weightOf(words, kidsWords) === 0 || weightOf(words, eldersWords) === 0;
}

const decidingRelations = new Set(["child", "parent", "grandparent"]);

function categoryIn(tokens: Token[], undated: Token[], family: FamilyMember[]): Category {
  const relations = new Set(namedMembers(undated, family).map(({ relation }) => relation));
  if (relations.has("child")) return "Kids";
  if (relations.has("parent") || relations.has("grandparent")) return "Elders";
  return categoryByWords(tokens);
}

function categoryByWords(tokens: Token[]): Category {
  const said = tokens.map(({ word }) => word);
  const words = said.map((word) => (hasOtherMeaning(word, said) ? "" : word));
  const kids = weightOf(words, kidsWords);
  const elders = weightOf(words, eldersWords);
  const household = weightOf(words, householdWords);
  if (household >= Math.max(kids, elders)) return "Household";
  return kids >= elders ? "Kids" : "Elders";
}

/** "The nursery for tulips", "coach seats", "watch the football". */
function hasOtherMeaning(word: string, words: string[]): boolean {
  const others = otherMeanings.get(word) ?? otherMeanings.get(singular(word));
  return others !== undefined && words.some((near) => others.has(near) || others.has(singular(near)));
}

function weightOf(words: string[], weights: Weights): number {
  let sum = 0;
  for (let at = 0; at < words.length;) {
    const word = words[at]!;
    const candidates = [...(weights.get(word) ?? []), ...(weights.get(singular(word)) ?? [])];
    const found = candidates.find((phrase) => isAt(phrase.words, words, at));
    sum += found?.weight ?? 0;
    at += found?.words.length ?? 1;
  }
  return sum;
}

function isAt(phrase: string[], words: string[], at: number): boolean {
  return phrase.every((word, index) => word === words[at + index] || word === singular(words[at + index] ?? ""));
}

function singular(word: string): string {
  return word.length > 3 && word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
}
