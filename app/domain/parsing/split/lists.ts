import type { Reading } from "../resolve/reading.ts";
import type { Boundary } from "./boundaries.ts";
import { findListItems } from "./list-items.ts";
import { findRequestStart } from "./request-start.ts";

export interface List {
  /** The boundaries before its items, but for the first. */
  items: ReadonlySet<Boundary>;
  /** Where the first item begins, after its mark. */
  start: number;
  /** The end of what stands over the list; 0 when there is nothing. */
  headingEnd: number;
  /** With dashes or numbers, and not only lines. */
  isMarked: boolean;
}

const maxLineLength = 120;
/** More lines without dashes or numbers are a page of something. */
const maxUnmarkedLines = 10;

/** The list that a text is, when enough of its lines are requests; null for prose, and for a list of groceries. */
export function findList(text: string, reading: Reading, boundaries: Boundary[]): List | null {
  const lines = boundaries.filter(({ isLine }) => isLine);
  const marked = lines.filter(({ separator }) => separator === "item");
  const first = findListItems(text, reading.scan).get(0);
  const isMarked = marked.length + (first?.isMarked ? 1 : 0) > 1;
  const starts = isMarked ? marked : lines;
  const isHeaded = isMarked ? !first?.isMarked : isHeading(reading, 0, starts[0]?.at ?? 0);
  const [start, items] = isHeaded ? [starts[0]?.next ?? 0, starts.slice(1)] : [first?.next ?? 0, starts];
  if (items.length === 0 || (isHeaded && findRequestStart(reading, 0, starts[0]!.at, false))) return null;

  const ends = [...items.map(({ at }) => at), reading.tokens.length];
  const spans = [start, ...items.map(({ next }) => next)].map((from, index) => ({ from, to: ends[index]! }));
  const requests = spans.filter(({ from, to }) => isRequest(reading, from, to)).length;
  const isEnough = isMarked ? 2 * requests >= spans.length : 3 * requests >= 2 * spans.length && requests > 1;
  const isShort =
    spans.length <= maxUnmarkedLines && spans.every(({ from, to }) => lengthOf(reading, from, to) <= maxLineLength);
  return isEnough && (isMarked || isShort)
    ? { items: new Set(items), start, headingEnd: isHeaded ? starts[0]!.at : 0, isMarked }
    : null;
}

/** "Tomorrow:", or a line that says only when. */
function isHeading({ tokens, timeAt }: Reading, from: number, to: number): boolean {
  if (to <= from) return false;
  return tokens[to - 1]!.word === ":" || (timeAt[from]?.from === from && timeAt[from].to === to);
}

/** A verb with what it is done to, or something with a time. */
function isRequest(reading: Reading, from: number, to: number): boolean {
  const times = reading.timeAt.slice(from, to);
  const isSaidWith = times.some((time, index) => !time && reading.tokens[from + index]!.type === "word");
  if (isSaidWith && times.some(Boolean)) return true;
  return findRequestStart(reading, from, to, false) !== null;
}

function lengthOf({ tokens }: Reading, from: number, to: number): number {
  return to > from ? tokens[to - 1]!.end - tokens[from]!.start : 0;
}
