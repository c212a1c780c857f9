import {
  choreWords,
  listedVerbs,
  listingVerbs,
  maxWordsOfThing,
  nounLikeVerbs,
} from "#app/domain/understanding/lexicon/several/chores.ts";
import { connectingWords } from "#app/domain/understanding/lexicon/connecting.ts";
import {
  determiners,
  isClearBefore,
  isErrand,
  nonObjects,
  referringWords,
  verbParticles,
} from "#app/domain/understanding/lexicon/errands.ts";
import {
  finiteVerbs,
  orders,
  pastVerbs,
  reasonWords,
  subjectPronouns,
} from "#app/domain/understanding/lexicon/letters.ts";
import { kinshipWords } from "#app/domain/understanding/lexicon/names.ts";
import { appointmentWords } from "#app/domain/understanding/lexicon/occasions.ts";
import { wordSet } from "#app/domain/understanding/lexicon/word-set.ts";
import type { Reading } from "#app/domain/understanding/resolve/reading.ts";
import type { Boundary } from "../boundaries.ts";
import { readLeadIn } from "../lead-in.ts";
import { findRequestStart } from "../request-start.ts";
import { isPersonAt } from "../verbless-parts.ts";
import { bracketedIn, endsWithThing } from "./enumerated-things.ts";

/**
 * An order has a verb, an event has a time or is an appointment, a chore is named by a noun
 * ("laundry"), and a thing belongs to the things beside it.
 */
type Kind = "order" | "event" | "chore" | "thing";

interface Item {
  kind: Kind;
  /** True for verbs such as "buy", after which things are listed: "buy milk". */
  isListing: boolean;
  isBareVerb: boolean;
}

const maxItems = 12;
const maxTokens = 120;

/**
 * "Milk, eggs, call Rose, and dentist for Theo": where items of several kinds, or of unknown verbs,
 * are separate.
 */
export function findEnumeration(
  reading: Reading,
  boundaries: Boundary[],
): ReadonlySet<Boundary> | null {
  const { tokens } = reading;
  if (tokens.length > maxTokens || boundaries.some(({ isNewLine }) => isNewLine)) return null;
  const isMark = ({ separator }: Boundary) => separator === "sentence";
  const marks = boundaries.filter(isMark);
  if (marks.length === 0) return enumerationIn(reading, boundaries, 0, tokens.length);
  const starts = [0, ...marks.map(({ next }) => next)];
  const found = starts.flatMap((from, index) => {
    const to = marks[index]?.at ?? tokens.length;
    return [
      ...(enumerationIn(
        reading,
        boundaries.filter(({ at, next }) => at > from && next < to),
        from,
        to,
      ) ?? []),
    ];
  });
  return found.length > 0 ? new Set(found) : null;
}

function enumerationIn(
  reading: Reading,
  boundaries: Boundary[],
  start: number,
  to: number,
): ReadonlySet<Boundary> | null {
  const { tokens, timeAt } = reading;
  const isWithinTime = (at: number) => timeAt[at] !== undefined && timeAt[at].from < at;
  const apart = boundaries.filter(
    ({ at }, index) => at >= (boundaries[index - 1]?.next ?? 0) && !isWithinTime(at),
  );
  const isListed = ({ at, next }: Boundary) => tokens[at]!.word === "," || at === next;
  // "Call one and get a quote, call the other and get a quote" has pairs.
  const hasPairs = apart.slice(0, -1).some((boundary) => !isListed(boundary));
  const between = apart.filter(
    (boundary, index) =>
      isListed(boundary) ||
      (index === apart.length - 1 && !hasPairs && tokens[boundary.at]!.word !== "-"),
  );
  // "Homework for Finn, a project for Zoe, both due on the 11th".
  const last = between.at(-1);
  const isShared =
    last !== undefined &&
    ["both", "all"].includes(tokens[last.next]?.word ?? "") &&
    timeAt[last.next + 1]?.to === to;
  if (isShared) {
    between.pop();
    const ends = [...between.map(({ at }) => at), last.at];
    const isSomeones = [start, ...between.map(({ next }) => next)].every((from, index) =>
      range(from, ends[index]!).some((at) => isPersonAt(reading, at)),
    );
    if (isSomeones && between.length > 0) return new Set(between);
  }
  if (between.length < 2 || between.length >= maxItems) return null;
  const starts = [start, ...between.map(({ next }) => next)];
  const isDated =
    starts.filter((from, index) => hasDay(reading, from, between[index]?.at ?? to)).length > 1;
  const items: (Item | null)[] = [];
  for (const [index, from] of starts.entries())
    items.push(itemOf(reading, from, between[index]?.at ?? to, items, isDated));
  if (items.some((item) => item === null)) return null;
  if (
    items.at(-2)?.kind === "thing" &&
    items.at(-1)?.kind === "event" &&
    endsWithThing(reading, between.at(-1)!)
  )
    items.push({ ...items.pop()!, kind: "thing" });
  // "Wash, dry and fold the towels" has one object.
  const verb = tokens[readLeadIn(reading, starts.at(-1)!, to).at]?.word ?? "";
  // "Vacuum, mop, and put fresh sheets on the bed".
  const isOwnOrder =
    isClearBefore(verb, "") &&
    starts.slice(0, -1).every((from) => choreWords.has(tokens[from]!.word));
  if (items.slice(0, -1).every((item) => item!.isBareVerb) && !isOwnOrder) return null;
  const isAction = ({ kind }: Item) => kind === "order" || kind === "event";
  const actions = items.filter((item) => isAction(item!)).length;
  if (actions === 0 || (actions === 1 && isAction(items[0]!))) return null;
  const separate = between.filter((_, index) =>
    areSeparate(items[index]!, items[index + 1]!, items.slice(0, index + 1)),
  );
  return separate.length > 0 ? new Set(separate) : null;
}

function areSeparate(left: Item, right: Item, before: (Item | null)[]): boolean {
  if (right.kind === "order" || right.kind === "event") return true;
  if (left.kind === "event") return true;
  const isListed = before.findLast((item) => item!.kind !== "thing")?.isListing ?? false;
  return right.kind === "chore" && !isListed && left.kind !== "thing";
}

function hasDay({ timeAt }: Reading, from: number, to: number): boolean {
  return timeAt.slice(from, to).some((time) => time?.role === "due" && time.when.day);
}

/**
 * Returns null for a statement, or a continuation of the item before: then nothing is enumerated.
 */
function itemOf(
  reading: Reading,
  from: number,
  to: number,
  before: (Item | null)[],
  areDated: boolean,
): Item | null {
  const { tokens, timeAt, scan } = reading;
  const start = readLeadIn(reading, from, to).at;
  const isBracketed = bracketedIn(tokens, start, to);
  const words = range(start, to).filter(
    (at) => !timeAt[at] && tokens[at]!.type !== "symbol" && !isBracketed(at),
  );
  const said = words.map((at) => tokens[at]!.word);
  const [first = "", second = ""] = said;
  if (said.length === 0 || subjectPronouns.has(first) || reasonWords.has(first)) return null;
  if (
    said.some(
      (word, at) =>
        referringWords.has(word) && at > 0 && at < 3 && before.length > 0 && !isOwner(said, at),
    )
  )
    return null;
  const isBareVerb = said.length === 1 && isErrand(first);
  const isBought = !before.some((item) => item?.kind === "order" || item?.kind === "event");
  const isAfterThing = before.some(
    (item) => item?.isListing || (isBought && item?.kind === "thing"),
  );
  if (isOrder(reading, start, to, words, isAfterThing))
    return { kind: "order", isListing: listingVerbs.has(first), isBareVerb };
  if (
    said.some((word) => finiteVerbs.has(word) || pastVerbs.has(word)) ||
    connectingWords.has(first)
  )
    return null;
  const times = [...new Set(timeAt.slice(from, to))].filter((time) => time?.role === "due");
  const isDated = areDated && before.at(-1)?.kind !== "thing";
  // "Call the electrician, service on the 9th, refill by Sunday": two days are of two items.
  const isTimed = times.some((time) => time!.when.clock ?? (isDated && time!.when.day));
  const isPerson = said.some((word) => scan.names.has(word) || kinshipWords.has(word));
  const isAppointment =
    said.some((word) => appointmentWords.has(word) && !meals.has(word)) && !determiners.has(first);
  if (isTimed || (isAppointment && (times.length > 0 || isPerson)))
    return { kind: "event", isListing: false, isBareVerb };
  if (said.length > maxWordsOfThing) return null;
  const isChore =
    choreWords.has(said.at(-1)!) ||
    (choreWords.has(first) && (second === "" || verbParticles.has(second))) ||
    isGerund(first);
  return {
    kind: isChore && !determiners.has(first) ? "chore" : "thing",
    isListing: false,
    isBareVerb,
  };
}

/** Meals are also things: "packed lunch for Tuesday". */
const meals = wordSet("breakfast brunch lunch dinner");

/** "Refill her inhaler": his or her with a thing is no reference to the item before. */
function isOwner(said: string[], at: number): boolean {
  return (
    ["his", "her", "their", "this", "all", "each", "one"].includes(said[at]!) &&
    said[at + 1] !== undefined
  );
}

function isGerund(word: string): boolean {
  return (
    /^\p{Ll}{3,}ing$/u.test(word) && !["morning", "evening", "wedding", "clothing"].includes(word)
  );
}

/**
 * True for a known verb with its object, or an unknown word before "the" or a particle: "windex the
 * mirrors".
 */
function isOrder(
  reading: Reading,
  start: number,
  to: number,
  words: number[],
  isAfterThing: boolean,
): boolean {
  const { tokens, scan } = reading;
  const [first, second] = [tokens[words[0]!]!, tokens[words[1] ?? -1]];
  if (first.type !== "word" || scan.names.has(first.word)) return false;
  const isListed = listedVerbs.has(first.word) && words.length > 1 && words.length < 6;
  if (isListed && second?.type === "word" && !nonObjects.has(second.word)) return true;
  const isKnown = isErrand(first.word) || orders.has(first.word);
  if (
    isKnown &&
    findRequestStart(reading, start, to, isAfterThing && nounLikeVerbs.has(first.word))?.type ===
      "errand"
  )
    return true;
  if (orders.has(first.word) && words.length < 3) return true;
  if (!second) return false;
  const isFollowed =
    ["the", "my", "our", "his", "her", "their"].includes(second.word) ||
    isPossessive(reading, words[1]!);
  if (isKnown) return isFollowed || ["for", "at", "with", "on", "to"].includes(second.word);
  if (notVerbs.some((list) => list.has(first.word)) || kinshipWords.has(first.word)) return false;
  return isFollowed || (verbParticles.has(second.word) && words.length > 2);
}

/** "Zoe's slip", and in a hurry "zoes slip". */
function isPossessive({ tokens, scan }: Reading, at: number): boolean {
  const { word } = tokens[at]!;
  return scan.names.has(word)
    ? tokens[at + 1]?.word === "'s"
    : word.endsWith("s") && scan.names.has(word.slice(0, -1));
}

const notVerbs = [
  connectingWords,
  nonObjects,
  finiteVerbs,
  pastVerbs,
  subjectPronouns,
  referringWords,
  determiners,
];

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}
