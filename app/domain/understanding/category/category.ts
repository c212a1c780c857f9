import { isOneSlip } from "#app/domain/core/one-slip.ts";
import {
  eldersWords,
  householdWords,
  kidsWords,
  oftenMisspelled,
  otherMeanings,
  type Weights,
} from "../lexicon/category-words.ts";
import { learnedCategory } from "../learned/learned.ts";
import { singular } from "../learned/singular.ts";
import type { Category, FamilyMember, LearnedWords, Token } from "../types.ts";
import { namedMembers } from "../people/named-members.ts";
import { isStrangersParent } from "../people/strangers.ts";
import { possibleChild } from "./possible-child.ts";

interface Said {
  tokens: Token[];
  /** The tokens without the due date, because "May 5" names nobody. */
  undated: Token[];
  family: FamilyMember[];
  learned: LearnedWords[] | undefined;
  /** The rest of the message that contains the request. */
  around: Token[] | undefined;
  /** The request names goods for the shopping list. */
  isShopping: boolean | undefined;
}

interface CategoryReading {
  category: Category;
  /** Other possible categories if this one is unsure. */
  others: Category[];
}

/**
 * Named family members outweigh words. If the request is not decisive, the text around it may be.
 */
export function readCategory({
  tokens,
  undated,
  family,
  learned,
  around,
  isShopping,
}: Said): CategoryReading {
  const decided =
    categoryByRelation(undated, family) ??
    learnedCategory(undated, learned) ??
    // "We're out of diapers": the household shops, whomever the goods are for.
    (isShopping ? "Household" : null);
  if (decided) return { category: decided, others: [] };
  const category =
    mayBeForChild(undated, family) && isOpen(tokens) ? "Kids" : categoryByWords(tokens, family);
  const byMessage = around && category === "Household" ? categoryIn(around, family) : category;
  if (byMessage !== category) return { category: byMessage, others: [category] };
  const both: Category[] = ["Kids", "Elders"];
  return {
    category,
    others: speaksForBoth(tokens) ? both.filter((other) => other !== category) : [],
  };
}

/** True if an unknown name may be a child's, as long as the family has listed no children. */
function mayBeForChild(tokens: Token[], family: FamilyMember[]): boolean {
  if (family.some(({ relation }) => relation === "child")) return false;
  const names = family.map(({ name }) => name);
  return possibleChild(tokens, names) !== null;
}

/** True if no word indicates a category. */
function isOpen(tokens: Token[]): boolean {
  const words = tokens.map(({ word }) => word);
  return [kidsWords, eldersWords, householdWords].every(
    (weights) => weightOf(words, weights) === 0,
  );
}

function categoryIn(tokens: Token[], family: FamilyMember[]): Category {
  return categoryByRelation(tokens, family) ?? categoryByWords(tokens, family);
}

function categoryByRelation(tokens: Token[], family: FamilyMember[]): Category | null {
  const relations = new Set(namedMembers(tokens, family).map(({ relation }) => relation));
  if (relations.has("child")) return "Kids";
  return relations.has("parent") || relations.has("grandparent") ? "Elders" : null;
}

/** True if words indicate both a child and an elder. */
function speaksForBoth(tokens: Token[]): boolean {
  const words = tokens.map(({ word }) => word);
  return weightOf(words, kidsWords) > 0 && weightOf(words, eldersWords) > 0;
}

function categoryByWords(tokens: Token[], family: FamilyMember[]): Category {
  const isNobody = (at: number) =>
    isStrangersParent(tokens, at, family) || isTitled(tokens, at) || isShop(tokens, at);
  const said = tokens.map(({ word }, at) => (isNobody(at) ? "" : spelled(word)));
  const words = said.map((word, at) =>
    hasOtherMeaning(word, said) ? otherWord(word, said[at - 1]) : word,
  );
  // Families know the parents of their children's friends.
  const isFriends = tokens.some(
    (_, at) => isStrangersParent(tokens, at, family) && !isDescribed(tokens, at - 2),
  );
  const kids = weightOf(words, kidsWords) + (isFriends ? 1 : 0);
  const elders =
    weightOf(words, eldersWords) + (tokens.some((_, at) => isOldAge(tokens, at)) ? 4 : 0);
  const household = weightOf(words, householdWords);
  if (household >= Math.max(kids, elders)) return "Household";
  return kids >= elders ? "Kids" : "Elders";
}

/** "The neighbor's mother". */
const isDescribed = (tokens: Token[], at: number) =>
  ["the", "my", "our", "a"].includes(tokens[at - 1]?.word ?? "");

/** "Father Brown", "Father John Misty". */
function isTitled(tokens: Token[], at: number): boolean {
  const [title, name, before] = [tokens[at]!, tokens[at + 1], tokens[at - 1]];
  if (
    (title.text !== "Father" && title.text !== "Mother") ||
    !before ||
    /^\p{Lu}/u.test(before.text)
  )
    return false;
  return (
    name !== undefined &&
    /^\p{Lu}\p{Ll}/u.test(name.text) &&
    !["time", "christmas"].includes(name.word)
  );
}

/** "Mrs. Ito, 88,", "she's 91", "his 80th birthday". */
function isOldAge(tokens: Token[], at: number): boolean {
  const [before, age, after, next] = [tokens[at - 1], tokens[at]!, tokens[at + 1], tokens[at + 2]];
  const years = Number(age.text);
  if (age.type !== "number" || years < 70 || years > 110) return false;
  if (after?.word === "th" && next?.word === "birthday") return true;
  const isStatedAge =
    ["she's", "he's", "is", "turns", "'s"].includes(before?.word ?? "") &&
    tokens[at - 2] !== undefined;
  const ends = !after || [".", ",", "!"].includes(after.word);
  const isTitledBefore = tokens
    .slice(0, at)
    .some(({ word }) => ["mr", "mrs", "ms", "miss"].includes(word));
  const isAfterName = isTitledBefore || /^\p{Lu}/u.test(tokens[at - 2]?.text ?? "");
  return ends && (isStatedAge || (before?.word === "," && isAfterName));
}

/** "At Uncle Ed's Garage", "at Grandma's Kitchen". */
function isShop(tokens: Token[], at: number): boolean {
  const isCapital = (token: Token | undefined) =>
    token !== undefined && /^\p{Lu}/u.test(token.text);
  const [preposition, name, possessive, place] = [
    tokens[at - 1],
    tokens[at + 1],
    tokens[at + 2],
    tokens[at + 3],
  ];
  const isNamed =
    isCapital(tokens[at]) && isCapital(name) && possessive?.word === "'s" && isCapital(place);
  const isOwned = isCapital(tokens[at]) && name?.word === "'s" && isCapital(possessive);
  const isHome = ["house", "home", "place"].includes(possessive?.word ?? "");
  return (
    (isNamed || (isOwned && !isHome)) &&
    ["at", "from", "to", "by"].includes(preposition?.word ?? "")
  );
}

/** "Soccr", "swiming". */
function spelled(word: string): string {
  if (
    word.length < 5 ||
    weighedWords.some((weights) => weights.has(word) || weights.has(singular(word)))
  )
    return word;
  return oftenMisspelled.find((right) => isOneSlip(word, right)) ?? word;
}

const weighedWords = [kidsWords, eldersWords, householdWords];

/** "Dear parents" and "year 3 parents" are no elders. */
function otherWord(word: string, before: string | undefined): string {
  if (word !== "parents") return "";
  return before === "dear" ? word : "students";
}

/** "The nursery for tulips", "coach seats", "watch the football". */
function hasOtherMeaning(word: string, words: string[]): boolean {
  const others = otherMeanings.get(word) ?? otherMeanings.get(singular(word));
  return (
    others !== undefined && words.some((near) => others.has(near) || others.has(singular(near)))
  );
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
  return phrase.every((word, index) => {
    const said = words[at + index] ?? "";
    return word === said || word === singular(said) || (index > 0 && singular(word) === said);
  });
}
