import { wordSet } from "../lexicon/word-set.ts";
import { tokenize } from "../tokenize/tokenize.ts";
import type { FamilyMember, Token } from "../types.ts";

/** The words mean a family member of one of these relations, if only one has it. */
const kinship: [words: ReadonlySet<string>, relations: ReadonlySet<string>][] = [
  [wordSet("husband wife partner spouse hubby"), wordSet("spouse partner")],
  [wordSet("mom mum mommy mummy mother mama dad daddy father papa parent"), wordSet("parent")],
  [
    wordSet(`
      grandma grandpa granny gran nana nanna grandmother grandfather grandad granddad oma opa abuela
      abuelo nonna nonno`),
    wordSet("grandparent"),
  ],
  [wordSet("son daughter kid child"), wordSet("child")],
  [wordSet("brother sister"), wordSet("sibling")],
];

/** Reads "Sam", "Sam Miller" or "my husband", and "Sams" without its apostrophe. */
export function readPerson(
  tokens: Token[],
  at: number,
  family: readonly FamilyMember[],
): { name: string; next: number } | null {
  if (!tokens[at]) return null;
  const start = ["my", "our"].includes(tokens[at]!.word) ? at + 1 : at;
  const named = start === at ? namedAt(tokens, at, family) : null;
  if (named) return named;
  const relative = readRelative(tokens, start, family);
  return relative && { name: relative.member.name, next: relative.next };
}

/** Reads "mom" or "husband", if one family member is meant. */
export function readRelative(
  tokens: Token[],
  at: number,
  family: readonly FamilyMember[],
): { member: FamilyMember; next: number } | null {
  const word = tokens[at]?.word ?? "";
  const relations = kinship.find(([words]) => words.has(word))?.[1];
  const [member, ...others] = family.filter(({ relation }) => relations?.has(relation));
  return member && others.length === 0 ? { member, next: at + 1 } : null;
}

function namedAt(tokens: Token[], at: number, family: readonly FamilyMember[]) {
  const spellings = knownSpellings.get(family) ?? spellingsOf(family);
  knownSpellings.set(family, spellings);
  const found = spellings
    .get(tokens[at]!.word)
    ?.find(({ words }) => words.every((word, index) => tokens[at + index]?.word === word));
  return found ? { name: found.name, next: at + found.words.length } : null;
}

type Spellings = ReadonlyMap<string, { name: string; words: string[] }[]>;

const knownSpellings = new WeakMap<readonly FamilyMember[], Spellings>();

/**
 * A person goes by the full name, and by the first name if nobody else has it. The spellings are by
 * their first word, the longest first.
 */
function spellingsOf(family: readonly FamilyMember[]): Spellings {
  const full = family.map(({ name }) => ({ name, words: tokenize(name).map(({ word }) => word) }));
  const first = full.filter(
    ({ words }) => full.filter((other) => other.words[0] === words[0]).length === 1,
  );
  const all = [...full, ...first.map(({ name, words }) => ({ name, words: words.slice(0, 1) }))];
  const longestFirst = all
    .filter(({ words }) => words.length > 0)
    .toSorted((one, other) => other.words.length - one.words.length);
  return Map.groupBy(longestFirst, ({ words }) => words[0]!);
}

/** Finds who is told to do it: "remind Ben to bring his book", "Ben: oil change". */
export function doerIn(tokens: Token[], family: readonly FamilyMember[]): string | null {
  const isTold = tellingVerbs.has(tokens[0]?.word ?? "");
  const person = tokens[0] && readPerson(tokens, isTold ? 1 : 0, family);
  if (!person) return null;
  return (tokens[person.next]?.word ?? "") === (isTold ? "to" : ":") ? person.name : null;
}

const tellingVerbs = wordSet("remind tell ask");
