import { isErrand } from "../lexicon/errands.ts";
import type { Reading } from "../resolve/reading.ts";
import { type Boundary, findBoundaries, type Separator } from "./boundaries.ts";
import { readLeadIn, skipSequenceWords } from "./lead-in.ts";
import { findList } from "./lists.ts";
import { findRequestStart } from "./request-start.ts";
import { isSameRequest } from "./same-request.ts";

/** A part of a text that asks for one task, as tokens of the whole. */
export interface RequestPart {
  from: number;
  to: number;
  /** How it is put to the part before it. */
  separator: Separator;
  /** Where its verb stands. */
  verbAt: number;
  isNewRequest: boolean;
  isDelegated: boolean;
}

export interface RequestParts {
  parts: RequestPart[];
  /** The tokens before a list that stand over all of it: "Tomorrow:". */
  heading: { from: number; to: number } | null;
}

const maxParts = 10;
const maxShortTextLength = 300;
const maxPartLengthInLongText = 150;

/** The parts of a text that are requests of their own; null when it asks for one task. */
export function splitRequests(text: string, reading: Reading): RequestParts | null {
  const boundaries = findBoundaries(text, reading.scan);
  if (boundaries.length === 0) return null;
  const list = findList(text, reading, boundaries);
  const isBetween = list?.isMarked
    ? (boundary: Boundary) => list.items.has(boundary)
    : (boundary: Boundary, index: number, start: number) =>
        list?.items.has(boundary) || isBetweenRequests(reading, boundaries, index, start);

  const splits: Boundary[] = [];
  let start = list?.start ?? 0;
  for (const [index, boundary] of boundaries.entries()) {
    if (boundary.next <= start || splits.length === maxParts - 1) continue;
    if (!isBetween(boundary, index, start)) continue;
    splits.push(boundary);
    start = boundary.next;
  }
  const parts = partsBetween(reading, splits, list?.start ?? 0);
  if (parts.length < 2 || (!list && isStory(text, reading, boundaries, splits, parts))) return null;
  return { parts, heading: list?.headingEnd ? { from: 0, to: list.headingEnd } : null };
}

function isBetweenRequests(reading: Reading, boundaries: Boundary[], index: number, start: number): boolean {
  const boundary = boundaries[index]!;
  const { at, next, separator } = boundary;
  if (isWithinTime(reading, boundary) || isName(reading, boundary)) return false;
  const verbAt = readLeadIn(reading, next, reading.tokens.length).at;
  let later = index + 1;
  while (boundaries[later] && boundaries[later]!.at <= verbAt) later += 1;
  const end = boundaries[later]?.at ?? reading.tokens.length;
  const second = findRequestStart(reading, next, end, separator === "and" || separator === "also");
  const first = second && findRequestStart(reading, start, at, false);
  if (!first || first.objectAt >= at || isVerbLeft(reading, at)) return false;
  return !isSameRequest(
    reading,
    { start: first, from: start, to: at },
    { start: second, from: next, to: end },
    separator,
  );
}

/** "Feed the cat and wash | and fold the laundry": the verb before shares its object. */
function isVerbLeft({ tokens }: Reading, at: number): boolean {
  return isErrand(tokens[at - 1]!.word) && ["and", "&", ","].includes(tokens[at - 2]?.word ?? "");
}

/** "Between 2 and 4", "on Monday and Wednesday". */
function isWithinTime({ timeAt }: Reading, { at }: Boundary): boolean {
  const time = timeAt[at];
  return time !== undefined && time.from < at && time.when.exceedsDueDate === true;
}

/** "Stop and Shop". */
function isName({ tokens }: Reading, { next, separator }: Boundary): boolean {
  const [before, after] = [tokens[next - 1]!, tokens[next]];
  return (
    separator === "and" && before.text === "and" && isErrand(after?.word ?? "") && /^\p{Lu}\p{Ll}/u.test(after!.text)
  );
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

/** A long text is a list only where each of its sentences asks for something, and not for much. */
function isStory(
  text: string,
  { tokens }: Reading,
  boundaries: Boundary[],
  splits: Boundary[],
  parts: RequestPart[],
): boolean {
  if (text.trim().length <= maxShortTextLength) return false;
  const isStatement = ({ separator, next }: Boundary) => separator === "sentence" && next < tokens.length;
  const lengthOf = ({ from, to }: RequestPart) => tokens[to - 1]!.end - tokens[from]!.start;
  return (
    boundaries.some((boundary) => isStatement(boundary) && !splits.includes(boundary)) ||
    parts.some((part) => lengthOf(part) > maxPartLengthInLongText)
  );
}
