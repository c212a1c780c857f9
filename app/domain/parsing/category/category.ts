import { eldersWords, householdWords, kidsWords, type Weights } from "../lexicon/category-words.ts";
import type { Category, FamilyMember, Token } from "../types.ts";
import { namedMembers } from "./named-members.ts";

/**
 * A family member who is named decides by relation, a child first; else what the words are about.
 * Names are looked for in `undated` only, the tokens without the due date: May 5 names nobody.
 */
export function categoryOf(tokens: Token[], undated: Token[], family: FamilyMember[]): Category {
  const relations = new Set(namedMembers(undated, family).map(({ relation }) => relation));
  if (relations.has("child")) return "Kids";
  if (relations.has("parent") || relations.has("grandparent")) return "Elders";
  return byWords(tokens);
}

/** The words of each category are weighed; the heavier of Kids and Elders has it, if Household does not weigh more. */
function byWords(tokens: Token[]): Category {
  const words = tokens.map(({ word }) => word);
  const [kids, elders, household] = [
    weightOf(words, kidsWords),
    weightOf(words, eldersWords),
    weightOf(words, householdWords),
  ];
  if (household >= Math.max(kids, elders)) return "Household";
  if (kids === elders) return "Household";
  return kids > elders ? "Kids" : "Elders";
}

function weightOf(words: string[], weights: Weights): number {
  let sum = 0;
  for (let at = 0; at < words.length;) {
    const found = [...(weights.get(words[at]!) ?? []), ...(weights.get(singular(words[at]!)) ?? [])].find((phrase) =>
      stands(phrase.words, words, at),
    );
    sum += found?.weight ?? 0;
    at += found?.words.length ?? 1;
  }
  return sum;
}

function stands(phrase: string[], words: string[], at: number): boolean {
  return phrase.every((word, index) => word === words[at + index] || word === singular(words[at + index] ?? ""));
}

/** A word without the s of its plural: "car seats" weigh what a "car seat" weighs. */
function singular(word: string): string {
  return word.length > 3 && word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
}
