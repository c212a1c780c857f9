import { connectingWords } from "../lexicon/connecting.ts";
import { isErrand, nounPairs } from "../lexicon/errands.ts";
import { wordSet } from "../lexicon/word-set.ts";
import type { Reading } from "../resolve/reading.ts";
import { readOpening } from "../title/filler-words/remove.ts";
import { type Boundary, findBoundaries } from "./boundaries.ts";
import { findListItems } from "./lists/list-items.ts";
import type { Heading } from "./lists/headings.ts";
import { findRequestStart } from "./request-start.ts";
import { isPersonAt, beginsNoThing } from "./part.ts";
import { isUnknownOrder } from "./unknown-order.ts";

const maxRunOns = 30;

/** All places where one request may end and the next one begin, with or without a mark. */
export function findCandidates(text: string, reading: Reading): Boundary[] {
  const marked = findBoundaries(text, reading.scan).filter((mark) => !isWithinTime(reading, mark));
  const lineStarts = new Set(marked.filter(({ isNewLine }) => isNewLine).map(({ at }) => at));
  const apart = marked.filter(
    ({ at, next, isNewLine }, index) =>
      isNewLine ||
      (!lineStarts.has(next) &&
        !marked.some((one, other) => other < index && one.next === next && one.at < at)),
  );
  const isMarked = new Set(apart.flatMap(({ at, next }) => [at, next]));
  const runOns: Boundary[] = [];
  for (let at = 1; at < reading.tokens.length; at += 1)
    if (!isMarked.has(at) && mayBegin(reading, at))
      runOns.push({
        at,
        next: at,
        separator: reading.timeAt[at] || reading.timeAt[at - 1] ? "also" : "and",
        isNewLine: false,
      });
  const all = runOns.length > maxRunOns ? apart : [...apart, ...runOns];
  return all.toSorted((one, other) => one.at - other.at);
}

/** "Between 2 and 4", "on 15.3.", "every 1st and 3rd of January". */
function isWithinTime({ timeAt, tokens }: Reading, { at, next, separator }: Boundary): boolean {
  if (ordinalEndings.has(tokens[at - 1]?.word ?? "") && tokens[next]?.type === "number")
    return true;
  const time = timeAt[at];
  return (
    separator !== "item" &&
    time !== undefined &&
    time.from < at &&
    (next !== time.to || tokens[at - 2]?.word === ".")
  );
}

const ordinalEndings = wordSet("st nd rd th");

export interface Opening {
  /** Where the first request begins, after a list mark and a heading such as "To do:". */
  from: number;
  headings: Heading[];
}

/** "1. call Rose", or "Please do these:" above a list. */
export function openingOf(text: string, reading: Reading): Opening {
  const items = findListItems(text, reading.scan);
  const first = items.get(0);
  const none: Opening = { from: first?.next ?? 0, headings: [] };
  if (first?.isMarked || items.size < 3) return none;
  const later = [...items].filter(([at]) => at > 0);
  const marked = later.filter(([, { isMarked }]) => isMarked);
  const isList = marked.length > 1;
  const [at, { next }] = (isList ? marked : later)[0]!;
  if (!isList && !looksLikeHeading(reading, at)) return none;
  return isOrder(reading, at)
    ? none
    : { from: next, headings: [{ from: 0, to: at, type: "list" }] };
}

function looksLikeHeading({ tokens, timeAt }: Reading, to: number): boolean {
  return tokens[to - 1]!.word === ":" || (timeAt[0]?.from === 0 && timeAt[0].to === to);
}

/** "Order the cake:" is a request itself, "do these:" is not. */
function isOrder(reading: Reading, to: number): boolean {
  const start = findRequestStart(reading, 0, to);
  return start !== null && !["these", "this"].includes(reading.tokens[start.objectAt]?.word ?? "");
}

/** "Pay the rent | get milk", "dentist Monday | vet Tuesday", "Monday vet | Tuesday dentist". */
function mayBegin(reading: Reading, at: number): boolean {
  const { tokens, timeAt } = reading;
  const [token, before] = [tokens[at]!, tokens[at - 1]!];
  if (token.isAttached || before.type === "symbol" || token.type === "symbol") return false;
  const time = timeAt[at];
  if (time)
    return (
      time.from === at &&
      time.role === "due" &&
      timeAt[at - 1] !== time &&
      !connectingWords.has(before.word)
    );
  return token.type === "word" && mayBeginWithWord(reading, at);
}

function mayBeginWithWord(reading: Reading, at: number): boolean {
  const { tokens, timeAt } = reading;
  const [{ word }, before] = [tokens[at]!, tokens[at - 1]!];
  const isAfterJoint = connectingWords.has(before.word);
  if (["i'm", "im", "i'll", "ill", "i"].includes(word)) return !isAfterJoint && doesAt(reading, at);
  if (beginsNoThing(word) || nounPairs.has(`${before.word} ${word}`)) return false;
  const timeBefore = timeAt[at - 1];
  if (timeBefore) return timeBefore.to === at && timeBefore.role === "due";
  // "Vet Wed 10 haircut Thurs 3".
  if (before.type === "number" && timeAt[at - 2]?.to === at - 1) return true;
  return !isAfterJoint && beginsRequest(reading, at);
}

function beginsRequest(reading: Reading, at: number): boolean {
  const { tokens, scan } = reading;
  return (
    isErrand(tokens[at]!.word) ||
    (isPersonAt(reading, at) && !isErrand(tokens[at - 1]!.word)) ||
    (readOpening(scan, at)?.next ?? at) > at + 1 ||
    isUnknownOrder(reading, at, Math.min(at + 8, tokens.length))
  );
}

/** "I take", "I'm doing", "I'll bring". */
function doesAt({ tokens }: Reading, at: number): boolean {
  const verb = tokens[at + 1]?.word ?? "";
  return isErrand(verb) || verb.endsWith("ing");
}
