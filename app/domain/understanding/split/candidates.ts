import { connectingWords } from "../lexicon/connecting.ts";
import { isErrand } from "../lexicon/errands.ts";
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
  const marked = findBoundaries(text, reading.scan);
  const lineStarts = new Set(marked.filter(({ isNewLine }) => isNewLine).map(({ at }) => at));
  const apart = marked.filter(
    ({ at, next, isNewLine }, index) =>
      isNewLine || (!lineStarts.has(next) && !marked.some((one, other) => other < index && one.next === next && one.at < at)),
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
  if (first?.isMarked) return none;
  const marked = [...items].filter(([at, { isMarked }]) => at > 0 && isMarked);
  const [at, item] = (marked.length > 1 ? marked : [...items].filter(([each]) => each > 0))[0] ?? [];
  if (at === undefined || item === undefined || items.size < 3) return none;
  const { tokens, timeAt } = reading;
  const isOnlyTime = timeAt[0]?.from === 0 && timeAt[0].to === at;
  if (marked.length < 2 && tokens[at - 1]!.word !== ":" && !isOnlyTime) return none;
  const order = findRequestStart(reading, 0, at, false);
  return order && !["these", "this", "the", "all"].includes(tokens[order.objectAt]?.word ?? "")
    ? none
    : { from: item.next, headings: [{ from: 0, to: at, type: "list" }] };
}

/** "Pay the rent | get milk", "dentist Monday | vet Tuesday", "Monday vet | Tuesday dentist". */
function mayBegin(reading: Reading, at: number): boolean {
  const { tokens, timeAt, scan } = reading;
  const [token, before] = [tokens[at]!, tokens[at - 1]!];
  if (token.isAttached || before.type === "symbol" || token.type === "symbol") return false;
  const [time, timeBefore] = [timeAt[at], timeAt[at - 1]];
  if (time) return time.from === at && time.role === "due" && timeBefore !== time && !connectingWords.has(before.word);
  if (token.type !== "word") return false;
  const isOwn = ["i'm", "im", "i'll", "ill", "i"].includes(token.word);
  if (isOwn) return !connectingWords.has(before.word) && doesAt(reading, at);
  if (beginsNoThing(token.word)) return false;
  if (timeBefore) return timeBefore.to === at && timeBefore.role === "due";
  if (connectingWords.has(before.word)) return false;
  return (
    isErrand(token.word) ||
    (isPersonAt(reading, at) && !isErrand(before.word)) ||
    (readOpening(scan, at)?.next ?? at) > at + 1 ||
    isUnknownOrder(reading, at, Math.min(at + 8, tokens.length))
  );
}

/** "I take", "I'm doing", "I'll bring". */
function doesAt({ tokens }: Reading, at: number): boolean {
  const verb = tokens[at + 1]?.word ?? "";
  return isErrand(verb) || verb.endsWith("ing");
}
