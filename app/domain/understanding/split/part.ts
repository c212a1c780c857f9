import { connectingWords } from "../lexicon/connecting.ts";
import { determiners, isErrand, nonObjects, referringWords } from "../lexicon/errands.ts";
import {
  finiteVerbs,
  orders,
  pastVerbs,
  reasonWords,
  subjectPronouns,
} from "../lexicon/letters.ts";
import { kinshipWords } from "../lexicon/names.ts";
import { appointmentWords } from "../lexicon/occasions.ts";
import { choreWords, listedVerbs } from "../lexicon/several/chores.ts";
import { wordSet } from "../lexicon/word-set.ts";
import type { Reading } from "../resolve/reading.ts";
import type { TimePhrase } from "../types.ts";
import { type LeadIn, readLeadIn } from "./lead-in.ts";
import { type Entry, entryOf } from "./lists/agenda.ts";
import { findRequestStart, type RequestStart } from "./request-start.ts";
import { isUnknownOrder } from "./unknown-order.ts";

/**
 * The kind of a stretch of the text, read by itself: an order ("call Rose"), an event ("dentist at
 * 3"), a need ("Zoe needs shoes"), a chore named by a noun ("laundry"), something told ("she is
 * late"), a thing ("milk"), or nothing, such as a time alone.
 */
export const kinds = ["order", "event", "need", "chore", "telling", "thing", "nothing"] as const;
type Kind = (typeof kinds)[number];

/** The position of its time. */
export const timings = ["untimed", "first", "last", "inside"] as const;
type Timing = (typeof timings)[number];

export interface Part {
  from: number;
  to: number;
  kind: Kind;
  /** An order is sure if its verb cannot be a noun: "buy milk", "water the plants". */
  isSure: boolean;
  /** Its verb is in no list: "windex the mirrors". */
  isUnknown: boolean;
  leadIn: LeadIn;
  /** Its verb with the place of the object, or its appointment. */
  start: RequestStart | null;
  /** Its words without talk, times and symbols. */
  words: number[];
  times: TimePhrase[];
  hasDay: boolean;
  hasClock: boolean;
  /** A few words with an hour at one end: "9 soccer", "vet 10". */
  entry: Entry | null;
  timing: Timing;
  opensWithTime: boolean;
  endsWithTime: boolean;
}

/** Caches parts, because the setting and the search ask for the same ones. */
const partsRead = new WeakMap<Reading, Map<string, Part>>();

export function partOf(reading: Reading, from: number, to: number): Part {
  const parts = partsRead.get(reading) ?? new Map<string, Part>();
  partsRead.set(reading, parts);
  const key = `${from} ${to}`;
  const part = parts.get(key) ?? readPart(reading, from, to);
  parts.set(key, part);
  return part;
}

function readPart(reading: Reading, from: number, to: number): Part {
  const { timeAt } = reading;
  const leadIn = readLeadIn(reading, from, to);
  const words = wordsIn(reading, leadIn.at, to);
  const times = timesIn(reading, from, to);
  const found = findRequestStart(reading, from, to, leadIn);
  const isUnknown = found?.type !== "errand" && isNewVerb(reading, leadIn.at, to, words);
  const start: RequestStart | null = isUnknown
    ? { type: "errand", objectAt: leadIn.at + 1, isSure: false, ...leadIn }
    : found;
  const opensWithTime = startsDue(reading, from);
  const endsWithTime = timeAt[lastWordAt(reading, from, to)]?.role === "due";
  const hasClock = times.some(({ when }) => when.clock);
  return {
    from,
    to,
    kind: kindOf(reading, leadIn.at, to, words, start, hasClock),
    entry: to - from < 14 && words.length < 9 ? entryOf(reading, from, to) : null,
    isSure: start?.isSure === true,
    isUnknown,
    leadIn,
    start,
    words,
    times,
    hasDay: times.some(({ when }) => when.day),
    hasClock: hasClock || times.some(({ when }) => when.part),
    timing: times.length === 0 ? "untimed" : timingOf(opensWithTime, endsWithTime),
    opensWithTime,
    endsWithTime,
  };
}

function startsDue({ timeAt }: Reading, at: number): boolean {
  return timeAt[at]?.from === at && timeAt[at].role === "due";
}

function timingOf(opensWithTime: boolean, endsWithTime: boolean): Timing {
  return opensWithTime ? "first" : endsWithTime ? "last" : "inside";
}

function wordsIn({ tokens, timeAt }: Reading, from: number, to: number): number[] {
  const words: number[] = [];
  for (let at = from; at < to; at += 1)
    if (!timeAt[at] && tokens[at]!.type !== "symbol") words.push(at);
  return words;
}

function lastWordAt({ tokens }: Reading, from: number, to: number): number {
  for (let at = to - 1; at >= from; at -= 1) if (tokens[at]!.type !== "symbol") return at;
  return from;
}

function timesIn({ timeAt }: Pick<Reading, "timeAt">, from: number, to: number): TimePhrase[] {
  const times: TimePhrase[] = [];
  for (let at = from; at < to; at += 1) {
    const time = timeAt[at];
    if (time?.role === "due" && time.from === at && time.to <= to) times.push(time);
  }
  return times;
}

function kindOf(
  reading: Reading,
  at: number,
  to: number,
  words: number[],
  start: RequestStart | null,
  isTimed: boolean,
): Kind {
  if (words.every((each) => emptyWords.has(reading.tokens[each]!.word))) return "nothing";
  if (start?.type === "errand") return "order";
  if (isNeed(reading, at, to)) return "need";
  if (start) return "event";
  const said = words.map((each) => reading.tokens[each]!.word);
  if (isTelling(said)) return "telling";
  // "Leo beat his friend".
  if (isPersonAt(reading, at) && ["his", "her"].includes(said[2] ?? "")) return "telling";
  if (said[0] === "be") return "telling";
  if (isTimed || said.some((word) => appointmentWords.has(word))) return "event";
  return isChore(said) ? "chore" : "thing";
}

const emptyWords = wordSet(
  "again maybe please also too then and or both all well ok okay so right oh hey",
);

/** "They close at 4", "the bus is late". */
function isTelling(said: string[]): boolean {
  const [first = ""] = said;
  if (subjectPronouns.has(first) || reasonWords.has(first)) return true;
  return said.some((word, at) => finiteVerbs.has(word) || (at > 0 && pastVerbs.has(word)));
}

/** "Laundry", "costco run", "ironing". */
function isChore(said: string[]): boolean {
  const [first = ""] = said;
  if (determiners.has(first) || said.length > 4) return false;
  return (
    (choreWords.has(said.at(-1)!) && !connectingWords.has(said.at(-2) ?? "")) ||
    (choreWords.has(first) && particles.has(said[1] ?? "")) ||
    isGerund(first)
  );
}

function isGerund(word: string): boolean {
  return (
    /^\p{Ll}{3,}ing$/u.test(word) && !["morning", "evening", "wedding", "clothing"].includes(word)
  );
}

/** "Windex the mirrors", "wipe counters", "touch up the paint": only its object shows the verb. */
function isNewVerb(reading: Reading, at: number, to: number, words: number[]): boolean {
  const { tokens, scan } = reading;
  const first = tokens[words[0] ?? -1];
  if (first?.type !== "word" || words[0] !== at || scan.names.has(first.word)) return false;
  if (isUnknownOrder(reading, at, to)) return true;
  // "Be at the clinic with Rose", but not "be home".
  if (first.word === "be") return words.length > 2;
  if (orders.has(first.word) && words.length < 3 && !isNoun(first.word)) return true;
  const second = tokens[at + 1];
  if (second?.type !== "word" || words[1] !== at + 1 || second.startsLine) return false;
  return hasObject(reading, at, second.word, words);
}

function hasObject(reading: Reading, at: number, object: string, words: number[]): boolean {
  const { word } = reading.tokens[at]!;
  const isListed = listedVerbs.has(word) || orders.has(word);
  if (isListed && !nonObjects.has(object) && !finiteVerbs.has(object)) return words.length < 6;
  if (isErrand(word)) return words.length > 2 && shortPrepositions.has(object);
  if (beginsNoThing(word) || determiners.has(word) || isPersonAt(reading, at)) return false;
  const isOwned = ownerWords.has(object) || isPossessive(reading, at + 1);
  return (isOwned || particles.has(object)) && words.length > 2 && !isTold(reading, words);
}

const shortPrepositions = wordSet("for at with on to about if whether");
const particles = wordSet("up off out down away");
const ownerWords = wordSet("his her their");
const isNoun = (word: string) => choreWords.has(word) || appointmentWords.has(word);

function isTold({ tokens }: Reading, words: number[]): boolean {
  return words.some((at) => finiteVerbs.has(tokens[at]!.word) || pastVerbs.has(tokens[at]!.word));
}

/** "Zoe's slip", and in a hurry "zoes slip". */
function isPossessive({ tokens, scan }: Reading, at: number): boolean {
  const { word } = tokens[at]!;
  return scan.names.has(word)
    ? tokens[at + 1]?.word === "'s"
    : word.endsWith("s") && scan.names.has(word.slice(0, -1));
}

/** "Zoe needs shoes", "I need wine", "we're out of milk", "the bag has to be packed". */
function isNeed(reading: Reading, from: number, to: number): boolean {
  // "Monday I bring the wine".
  const isDeed = ["i", "we"].includes(wordAt(reading, from)) && isErrand(wordAt(reading, from + 1));
  return isDeed || needyAt(reading, from) !== null || isToBeDone(reading, from, to);
}

/** Returns the subject of a need, or null if none begins there. */
function needyAt(reading: Reading, from: number): string | null {
  const { tokens } = reading;
  const [subject = "", verb = "", next = ""] = tokens.slice(from, from + 3).map(({ word }) => word);
  if (["i", "we"].includes(subject)) return verb === "need" && next !== "to" ? "i" : null;
  if (["we're", "i'm"].includes(subject)) return ["out", "low"].includes(verb) ? "i" : null;
  const at = subject === "the" ? from + 1 : from;
  const isSomeone = tokens[at] && (isPersonAt(reading, at) || children.has(tokens[at].word));
  const isNeedy = ["needs", "need", "wants", "has"].includes(wordAt(reading, at + 1));
  return isSomeone && isNeedy ? tokens[at]!.word : null;
}

const children = wordSet("boys girls kids twins");

/** "The bag has to be packed by 2", "grandma's glasses need picking up". */
function isToBeDone({ tokens }: Reading, from: number, to: number): boolean {
  const words = tokens.slice(from, to).map(({ word }) => word);
  if (!determiners.has(words[0]!) && words[1] !== "'s") return false;
  const at = words.findIndex((word) => ["need", "needs", "has", "have", "must"].includes(word));
  if (at < 1 || at > 6) return false;
  const [next = "", after = ""] = words.slice(at + 1);
  const isPassive = (next === "to" && after === "be") || (words[at] === "must" && next === "be");
  return isPassive || (words[at]!.startsWith("need") && /^\p{Ll}{2,}(?:ing|ed)$/u.test(next));
}

export function isPersonAt({ tokens, scan }: Reading, at: number): boolean {
  const { word } = tokens[at]!;
  return scan.names.has(word) || kinshipWords.has(word);
}

export function wordAt({ tokens }: Reading, at: number): string {
  return tokens[at]?.word ?? "";
}

/** Tests for words that cannot begin a noun phrase: "of", "it", "is". */
export function beginsNoThing(word: string): boolean {
  return (
    connectingWords.has(word) ||
    nonObjects.has(word) ||
    finiteVerbs.has(word) ||
    subjectPronouns.has(word) ||
    referringWords.has(word)
  );
}
