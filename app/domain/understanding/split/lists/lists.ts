import { choreWords } from "#app/domain/understanding/lexicon/several/chores.ts";
import type { Reading } from "#app/domain/understanding/resolve/reading.ts";
import type { Boundary } from "../boundaries.ts";
import { findListItems } from "./list-items.ts";
import { findRequestStart } from "../request-start.ts";

interface List {
  items: ReadonlySet<Boundary>;
  start: number;
  /** The token after the heading; 0 without a heading. */
  headingEnd: number;
  isMarked: boolean;
}

const maxLineLength = 120;
const maxUnmarkedLines = 10;
/** In a list of lines this short, things to buy may stand beside requests. */
const maxBriefTokens = 7;

/** Returns null for prose, and for a list of things such as groceries. */
export function findList(text: string, reading: Reading, boundaries: Boundary[]): List | null {
  const lines = boundaries.filter(({ isNewLine }) => isNewLine);
  const marked = lines.filter(({ separator }) => separator === "item");
  const first = findListItems(text, reading.scan).get(0);
  const isMarked = marked.length + (first?.isMarked ? 1 : 0) > 1;
  const starts = isMarked ? marked : lines;
  const hasHeading = isMarked ? !first?.isMarked : isHeading(reading, 0, starts[0]?.at ?? 0);
  const [start, items] = hasHeading
    ? [starts[0]?.next ?? 0, starts.slice(1)]
    : [first?.next ?? 0, starts];
  if (items.length === 0 || (hasHeading && findRequestStart(reading, 0, starts[0]!.at, false)))
    return null;
  if (!isListOfRequests(reading, start, items, isMarked)) return null;
  return { items: new Set(items), start, headingEnd: hasHeading ? starts[0]!.at : 0, isMarked };
}

function isListOfRequests(
  reading: Reading,
  start: number,
  items: Boundary[],
  isMarked: boolean,
): boolean {
  const ends = [...items.map(({ at }) => at), reading.tokens.length];
  const spans = [start, ...items.map(({ next }) => next)].map((from, index) => ({
    from,
    to: ends[index]!,
  }));
  const isItem = (from: number, to: number) =>
    isRequest(reading, from, to) || (!isMarked && isChore(reading, from, to));
  const requests = spans.filter(({ from, to }) => isItem(from, to)).length;
  if (isMarked) return 3 * requests >= spans.length;
  const isBrief = spans.every(({ from, to }) => to - from < maxBriefTokens);
  if (isBrief && requests > 1 && spans.length > 2 && spans.length <= maxUnmarkedLines) return true;
  const isShort = spans.every(({ from, to }) => lengthOf(reading, from, to) <= maxLineLength);
  return (
    3 * requests >= 2 * spans.length && requests > 1 && spans.length <= maxUnmarkedLines && isShort
  );
}

/** "Laundry", "costco run". */
function isChore({ tokens }: Reading, from: number, to: number): boolean {
  const words = tokens.slice(from, to).filter(({ type }) => type === "word");
  return words.length > 0 && words.length < 4 && choreWords.has(words.at(-1)!.word);
}

/** "Tomorrow:", or a line that is nothing but a time. */
function isHeading({ tokens, timeAt }: Reading, from: number, to: number): boolean {
  if (to <= from) return false;
  return tokens[to - 1]!.word === ":" || (timeAt[from]?.from === from && timeAt[from].to === to);
}

/** True for a verb with an object, or anything with a time. */
function isRequest(reading: Reading, from: number, to: number): boolean {
  const times = reading.timeAt.slice(from, to);
  const hasOtherWords = times.some(
    (time, index) => !time && reading.tokens[from + index]!.type === "word",
  );
  if (hasOtherWords && times.some(Boolean)) return true;
  return findRequestStart(reading, from, to, false) !== null;
}

function lengthOf({ tokens }: Reading, from: number, to: number): number {
  return to > from ? tokens[to - 1]!.end - tokens[from]!.start : 0;
}
