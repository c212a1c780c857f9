import type { Reading } from "../resolve/reading.ts";
import { isBetweenRequests } from "./between-requests.ts";
import { type Boundary, findBoundaries, type Separator } from "./boundaries.ts";
import { skipSequenceWords } from "./lead-in.ts";
import { findList } from "./lists.ts";
import { findRequestStart } from "./request-start.ts";

export interface RequestPart {
  from: number;
  to: number;
  separator: Separator;
  verbAt: number;
  isNewRequest: boolean;
  isDelegated: boolean;
}

export interface RequestParts {
  parts: RequestPart[];
  /** The tokens above a list: "Tomorrow:". */
  heading: { from: number; to: number } | null;
}

const maxParts = 10;
const maxShortTextLength = 300;
const maxPartLengthInLongText = 150;

/** Splits a text into its requests; null when it asks for one task. */
export function splitRequests(text: string, reading: Reading): RequestParts | null {
  const boundaries = findBoundaries(text, reading.scan);
  if (boundaries.length === 0) return null;
  const list = findList(text, reading, boundaries);
  const isSplit = (boundary: Boundary, index: number, start: number) =>
    list?.items.has(boundary) || (!list?.isMarked && isBetweenRequests(reading, boundaries, index, start));

  const splits: Boundary[] = [];
  let start = list?.start ?? 0;
  for (const [index, boundary] of boundaries.entries()) {
    if (boundary.next <= start || splits.length === maxParts - 1) continue;
    // It stays one task, and comparing its ever longer first part with the next would take far too long.
    if (!list && isLong(text) && lengthOf(reading, start, boundary.at) > maxPartLengthInLongText) return null;
    if (!isSplit(boundary, index, start)) continue;
    splits.push(boundary);
    start = boundary.next;
  }
  const parts = partsBetween(reading, splits, list?.start ?? 0);
  if (parts.length < 2 || (!list && isStory(text, reading, boundaries, splits, parts))) return null;
  return { parts, heading: list?.headingEnd ? { from: 0, to: list.headingEnd } : null };
}

function partsBetween(reading: Reading, splits: Boundary[], start: number): RequestPart[] {
  const parts = [{ next: start, separator: "sentence" as const }, ...splits].map(({ next, separator }, index) => {
    const to = splits[index]?.at ?? reading.tokens.length;
    const from = skipSequenceWords(reading, next);
    const { at = from, isNewRequest = false, isDelegated = false } = findRequestStart(reading, from, to, false) ?? {};
    return { from, to, separator, verbAt: at, isNewRequest, isDelegated };
  });
  return parts.filter(({ from, to }) => reading.tokens.slice(from, to).some(({ type }) => type !== "symbol"));
}

/** A long text stays one task unless every sentence is a short request. */
function isStory(
  text: string,
  reading: Reading,
  boundaries: Boundary[],
  splits: Boundary[],
  parts: RequestPart[],
): boolean {
  if (!isLong(text)) return false;
  const startsSentence = ({ separator, next }: Boundary) => separator === "sentence" && next < reading.tokens.length;
  return (
    boundaries.some((boundary) => startsSentence(boundary) && !splits.includes(boundary)) ||
    parts.some(({ from, to }) => lengthOf(reading, from, to) > maxPartLengthInLongText)
  );
}

const isLong = (text: string) => text.trim().length > maxShortTextLength;

function lengthOf({ tokens }: Reading, from: number, to: number): number {
  return to > from ? tokens[to - 1]!.end - tokens[from]!.start : 0;
}
