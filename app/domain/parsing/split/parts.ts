import { isErrand } from "../lexicon/errands.ts";
import type { Reading } from "../resolve/reading.ts";
import { boundariesOf, type Boundary, type Joint } from "./boundaries.ts";
import { afterLinks, leadOf } from "./lead-in.ts";
import { listIn } from "./lists.ts";
import { beginningOf } from "./request-start.ts";
import { belongsTogether } from "./same-request.ts";

/** A part of a text that asks for one task, as tokens of the whole. */
export interface RequestPart {
  from: number;
  to: number;
  /** How it is put to the part before it. */
  joint: Joint;
  /** Where its verb stands. */
  verbAt: number;
  isAnew: boolean;
  isAsked: boolean;
}

export interface RequestParts {
  parts: RequestPart[];
  /** The tokens before a list that stand over all of it: "Tomorrow:". */
  heading: { from: number; to: number } | null;
}

const MOST_PARTS = 10;
const LONGEST_SHORT_TEXT = 300;
const LONGEST_PART_OF_LONG_TEXT = 150;

/** The parts of a text that are requests of their own; null when it asks for one task. */
export function partsOf(text: string, reading: Reading): RequestParts | null {
  const boundaries = boundariesOf(text, reading.scan);
  if (boundaries.length === 0) return null;
  const list = listIn(text, reading, boundaries);
  const isBetween = list?.isMarked
    ? (boundary: Boundary) => list.items.has(boundary)
    : (boundary: Boundary, index: number, start: number) =>
        list?.items.has(boundary) || isBetweenRequests(reading, boundaries, index, start);

  const splits: Boundary[] = [];
  let start = list?.start ?? 0;
  for (const [index, boundary] of boundaries.entries()) {
    if (boundary.next <= start || splits.length === MOST_PARTS - 1) continue;
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
  const { at, next, joint } = boundary;
  if (isWithinTime(reading, boundary) || isName(reading, boundary)) return false;
  const verbAt = leadOf(reading, next, reading.tokens.length).at;
  let later = index + 1;
  while (boundaries[later] && boundaries[later]!.at <= verbAt) later += 1;
  const end = boundaries[later]?.at ?? reading.tokens.length;
  const second = beginningOf(reading, next, end, joint === "and" || joint === "also");
  const first = second && beginningOf(reading, start, at, false);
  if (!first || first.objectAt >= at || isVerbLeft(reading, at)) return false;
  return !belongsTogether(
    reading,
    { beginning: first, from: start, to: at },
    { beginning: second, from: next, to: end },
    joint,
  );
}

/** "Feed the cat and wash | and fold the laundry": the verb before shares its object. */
function isVerbLeft({ tokens }: Reading, at: number): boolean {
  return isErrand(tokens[at - 1]!.word) && ["and", "&", ","].includes(tokens[at - 2]?.word ?? "");
}

/** "Between 2 and 4", "on Monday and Wednesday". */
function isWithinTime({ timeAt }: Reading, { at }: Boundary): boolean {
  const time = timeAt[at];
  return time !== undefined && time.from < at && time.when.isMoreThanDue === true;
}

/** "Stop and Shop". */
function isName({ tokens }: Reading, { next, joint }: Boundary): boolean {
  const [before, after] = [tokens[next - 1]!, tokens[next]];
  return joint === "and" && before.said === "and" && isErrand(after?.word ?? "") && /^\p{Lu}\p{Ll}/u.test(after!.said);
}

function partsBetween(reading: Reading, splits: Boundary[], start: number): RequestPart[] {
  const parts = [{ next: start, joint: "sentence" as const }, ...splits].map(({ next, joint }, index) => {
    const to = splits[index]?.at ?? reading.tokens.length;
    const from = afterLinks(reading, next);
    const { at = from, isAnew = false, isAsked = false } = beginningOf(reading, from, to, false) ?? {};
    return { from, to, joint, verbAt: at, isAnew, isAsked };
  });
  return parts.filter(({ from, to }) => reading.tokens.slice(from, to).some(({ kind }) => kind !== "sign"));
}

/** A long text is a list only where each of its sentences asks for something, and not for much. */
function isStory(
  text: string,
  { tokens }: Reading,
  boundaries: Boundary[],
  splits: Boundary[],
  parts: RequestPart[],
): boolean {
  if (text.trim().length <= LONGEST_SHORT_TEXT) return false;
  const isToldOnly = ({ joint, next }: Boundary) => joint === "sentence" && next < tokens.length;
  const lengthOf = ({ from, to }: RequestPart) => tokens[to - 1]!.end - tokens[from]!.start;
  return (
    boundaries.some((boundary) => isToldOnly(boundary) && !splits.includes(boundary)) ||
    parts.some((part) => lengthOf(part) > LONGEST_PART_OF_LONG_TEXT)
  );
}
