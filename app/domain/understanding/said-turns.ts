import type { TurnOrder } from "#db/schema.ts";

export interface SaidTurns {
  order: TurnOrder;
  /** In the order of their turns; empty if anyone can take it. */
  personIds: string[];
}

interface Person {
  id: string;
  name: string;
}

/** Returns false if the text has no word about turns. */
export function mayMeanTurns(text: string): boolean {
  return /turn|alternat|any(?:one|body)/i.test(text);
}

/**
 * Reads "Sam and Nora in turns" and "who does it? anyone". Replaces them by blanks in the rest, so
 * that all other words stay in place.
 * @param viewerId the person whom "me" means
 */
export function readSaidTurns(
  text: string,
  people: readonly Person[],
  viewerId: string,
): { turns: SaidTurns; rest: string } | null {
  const anyone = anyonePattern.exec(text);
  if (anyone) {
    const end = anyone.index + anyone[0].length;
    return { turns: { order: "anyone", personIds: [] }, rest: blank(text, anyone.index, end) };
  }
  const names = namesOf(people, viewerId);
  const found = findListBefore(text, names) ?? findListAfter(text, names);
  if (!found) return null;
  const personIds = [...new Set(idsIn(found.list))];
  if (personIds.length < 2) return null;
  const order = found.list.isWeekly ? "week" : "each";
  return { turns: { order, personIds }, rest: blank(text, found.start, found.list.end) };
}

const anyonePattern =
  /(?:[,:;.–—-]\s*)?(?:who(?:['’]s turn(?: is it)?| does it)\?\s*any(?:one|body)|any(?:one|body) (?:can|may) (?:do|take) it)(?![\p{L}\p{N}])/iu;
const inTurnsPattern =
  /\s*(?:,\s*)?(?:in turns|by turns|taking turns|take turns|take it in turns|alternating|alternate)(,?\s+(?:by week|weekly|each week|a week each|week by week))?(?![\p{L}\p{N}])/iuy;
const betweenPattern =
  /(?:in turns by|take turns:|taking turns:|alternating between|alternate between|alternating)\s+/giu;
const weeklyPattern =
  /(,?\s+(?:by week|weekly|each week|a week each|week by week))?(?![\p{L}\p{N}])/iuy;
const separatorPattern = /\s*(?:,\s*and\s|,|\band\s|&|\bor\s)\s*/iuy;

/** Names from one place in the text up to the end of the list. */
interface NameList {
  personId: string;
  next: NameList | null;
  end: number;
  isWeekly: boolean;
}

interface Found {
  start: number;
  list: NameList;
}

/** "Sam and Nora in turns" */
function findListBefore(text: string, names: KnownNames): Found | null {
  const lists = readLists(text, names, inTurnsPattern);
  const start = lists.findIndex((list) => list?.next);
  return start < 0 ? null : { start: openingBefore(text, start), list: lists[start]! };
}

/** "alternating between Sam and Nora" */
function findListAfter(text: string, names: KnownNames): Found | null {
  const lists = readLists(text, names, weeklyPattern);
  for (const { index, 0: words } of text.matchAll(betweenPattern)) {
    const list = lists[index + words.length];
    if (list?.next) return { start: openingBefore(text, index), list };
  }
  return null;
}

/**
 * Finds the list of names that begins at each place: of several, the one with more than one name,
 * then the one with the longest name. Looks each name up once per place, so that hostile names take
 * no longer than others.
 * @param closing what follows a list
 */
function readLists(text: string, names: KnownNames, closing: RegExp): (NameList | null)[] {
  const folded = fold(text);
  const lists: (NameList | null)[] = Array.from({ length: folded.length }, () => null);
  for (let at = folded.length - 1; at >= 0; at -= 1) {
    if (isLetter(folded, at - 1)) continue;
    for (const { words, personId } of names.get(folded[at]!) ?? []) {
      const end = at + words.length;
      if (lists[at]?.next || !folded.startsWith(words, at) || isLetter(folded, end)) continue;
      const next = lists[matchAt(separatorPattern, text, end)?.end ?? -1];
      const last = next ? null : matchAt(closing, text, end);
      if (next) lists[at] = { personId, next, end: next.end, isWeekly: next.isWeekly };
      else if (last)
        lists[at] ??= { personId, next: null, end: last.end, isWeekly: last.group !== undefined };
    }
  }
  return lists;
}

function matchAt(
  pattern: RegExp,
  text: string,
  at: number,
): { end: number; group: string | undefined } | null {
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  return match && { end: at + match[0].length, group: match[1] };
}

function* idsIn(list: NameList): Iterable<string> {
  for (let at: NameList | null = list; at; at = at.next) yield at.personId;
}

/** Sorted by length, longest first; the keys are first letters. */
type KnownNames = Map<string, { words: string; personId: string }[]>;

/** A first name counts if only one person has it. */
/** Ignores a name that two people have. */
function namesOf(people: readonly Person[], viewerId: string): KnownNames {
  const names = new Map(["me", "i", "myself"].map((word) => [word, viewerId]));
  const firstName = ({ name }: Person) => fold(name.split(/\s+/)[0] ?? name);
  const fullName = ({ name }: Person) => fold(name);
  for (const named of [firstName, fullName])
    for (const [name, [{ id }, ...others]] of groupPeople(people, named))
      if (others.length === 0) names.set(name, id);
  names.delete("");
  const longestFirst = [...names].toSorted(([one], [other]) => other.length - one.length);
  return Map.groupBy(
    longestFirst.map(([words, personId]) => ({ words, personId })),
    ({ words }) => words[0]!,
  );
}

function groupPeople(people: readonly Person[], named: (person: Person) => string) {
  return Map.groupBy(people, named) as Map<string, [Person, ...Person[]]>;
}

/** Converts to lower case, with each letter in its place. */
function fold(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return [...text]
    .map((letter) =>
      letter.toLowerCase().length === letter.length ? letter.toLowerCase() : letter,
    )
    .join("");
}

function isLetter(text: string, at: number): boolean {
  return at >= 0 && at < text.length && /[\p{L}\p{N}]/u.test(text[at]!);
}

/** Returns the start of the comma or colon before a list. */
function openingBefore(text: string, start: number): number {
  const before = text.slice(0, start).trimEnd();
  return /[,:;–—-]$/.test(before) ? before.length - 1 : start;
}

function blank(text: string, start: number, end: number): string {
  return text.slice(0, start) + " ".repeat(end - start) + text.slice(end);
}

/** "Sam and Nora in turns". */
export function describeTurns({ order, personIds }: SaidTurns, people: readonly Person[]): string {
  if (order === "anyone") return "Anyone can take it";
  const names = personIds.flatMap((id) => people.find((person) => person.id === id)?.name ?? []);
  return `${new Intl.ListFormat("en-US").format(names)} in turns${order === "week" ? ", a week each" : ""}`;
}

/** Formats turns as a form field. */
export function writeTurns({ order, personIds }: SaidTurns): string {
  return `${order} ${personIds.join(",")}`;
}
