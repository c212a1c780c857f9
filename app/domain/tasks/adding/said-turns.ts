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

/** False if the text has no word about turns. */
export function mayMeanTurns(text: string): boolean {
  return /turn|alternat|any(?:one|body)/i.test(text);
}

/**
 * Reads "Sam and Nora in turns" and "who does it? anyone". Blanks in the rest keep all other words where they are.
 * @param viewerId who "me" is
 */
export function readSaidTurns(
  text: string,
  people: readonly Person[],
  viewerId: string,
): { turns: SaidTurns; rest: string } | null {
  const anyone = anyonePattern.exec(text);
  if (anyone) return { turns: { order: "anyone", personIds: [] }, rest: blank(text, anyone) };
  const idsByName = namesOf(people, viewerId);
  const names = [...idsByName.keys()].toSorted((one, other) => other.length - one.length).map(escape);
  const name = `(?<![\\p{L}\\p{N}])(?:${names.join("|")})(?![\\p{L}\\p{N}])`;
  const list = `(${name}(?:${separator}${name})+)`;
  const after = new RegExp(`${opening}${list}\\s*(?:,\\s*)?${inTurns}${weekly}${closing}`, "iu").exec(text);
  const before = after ? null : new RegExp(`${opening}${between}\\s+${list}${weekly}${closing}`, "iu").exec(text);
  const found = after ?? before;
  if (!found?.[1]) return null;
  const said = found[1].match(new RegExp(name, "giu")) ?? [];
  const personIds = [...new Set(said.map((word) => idsByName.get(word.toLowerCase())!))];
  if (personIds.length < 2) return null;
  const order = found[2] ? "week" : "each";
  return { turns: { order, personIds }, rest: blank(text, found) };
}

const opening = String.raw`(?:[,:;–—-]\s*)?`;
const separator = String.raw`\s*(?:,\s*and\s|,|\band\s|&|\bor\s)\s*`;
const inTurns = "(?:in turns|by turns|taking turns|take turns|take it in turns|alternating|alternate)";
const between = "(?:in turns by|take turns:|taking turns:|alternating between|alternate between|alternating)";
const weekly = String.raw`(?:,?\s+(by week|weekly|each week|a week each|week by week))?`;
const closing = String.raw`(?![\p{L}\p{N}])`;
const anyonePattern =
  /(?:[,:;.–—-]\s*)?(?:who(?:['’]s turn(?: is it)?| does it)\?\s*any(?:one|body)|any(?:one|body) (?:can|may) (?:do|take) it)(?![\p{L}\p{N}])/iu;

/** By name in lower case; a first name counts if it is one person's. */
function namesOf(people: readonly Person[], viewerId: string): Map<string, string> {
  const names = new Map(["me", "i", "myself"].map((word) => [word, viewerId]));
  for (const { id, name } of people) {
    const [first = name] = name.split(/\s+/);
    const isOnly = people.filter((other) => other.name.split(/\s+/)[0] === first).length === 1;
    for (const known of isOnly ? [first, name] : [name]) names.set(known.toLowerCase(), id);
  }
  return names;
}

function blank(text: string, { index, 0: found }: RegExpExecArray): string {
  return text.slice(0, index) + " ".repeat(found.length) + text.slice(index + found.length);
}

function escape(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

/** "Sam and Nora in turns". */
export function describeTurns({ order, personIds }: SaidTurns, people: readonly Person[]): string {
  if (order === "anyone") return "Anyone can take it";
  const names = personIds.flatMap((id) => people.find((person) => person.id === id)?.name ?? []);
  return `${new Intl.ListFormat("en-US").format(names)} in turns${order === "week" ? ", a week each" : ""}`;
}

/** As a form field. */
export function writeTurns({ order, personIds }: SaidTurns): string {
  return `${order} ${personIds.join(",")}`;
}
