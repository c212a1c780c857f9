import { maxTasksOfText } from "#app/domain/core/limits.ts";
import type { Reading } from "../resolve/reading.ts";
import { isForAll, isReminder } from "./afterthoughts.ts";
import { findAgenda } from "./lists/agenda.ts";
import { isBetweenRequests, isWithinName } from "./between-requests.ts";
import { type Boundary, findBoundaries } from "./boundaries.ts";
import { findDayStarts } from "./lists/day-starts.ts";
import { findEnumeration } from "./lists/enumeration.ts";
import { isHeadedPart } from "./lists/headed-parts.ts";
import { findList } from "./lists/lists.ts";
import { findRequestStart } from "./request-start.ts";
import { isPartLed, isTimeLed } from "./led-parts.ts";
import { startsOtherDoer } from "./other-doers.ts";
import { parallelVerb } from "./parallel-parts.ts";
import { partsBetween, type RequestPart } from "./request-parts.ts";
import { findRunOns } from "./run-ons.ts";
import { hasDatedItems, type Heading, isListingVerb, verbIn } from "./lists/headings.ts";
import { findSections, type Section } from "./lists/sections.ts";
import { readOpening } from "../title/filler-words/remove.ts";
import { areTimedApart, haveOwnTimes, isStatement } from "./timed-parts.ts";

const maxShortTextLength = 300;
const maxPartLengthInLongText = 150;

/** Splits a text into its requests; null when it asks for one task. */
export function splitRequests(text: string, reading: Reading): RequestPart[] | null {
  const separated = [...findBoundaries(text, reading.scan), ...findDayStarts(reading)].toSorted(
    byPlace,
  );
  const boundaries = [...separated, ...findRunOns(reading, separated)].toSorted(byPlace);
  const sections = findSections(text, reading);
  if (sections.some(({ headings }) => headings.length > 0))
    return splitSections(reading, boundaries, sections);
  if (boundaries.length === 0) return null;
  return splitUnheaded(text, reading, boundaries);
}

const byPlace = (one: Boundary, other: Boundary) => one.at - other.at;

function splitSections(
  reading: Reading,
  boundaries: Boundary[],
  sections: Section[],
): RequestPart[] | null {
  const parts = sections.flatMap((section) => {
    const { from, to, headings } = section;
    const inside = boundaries.filter(
      ({ at, next, isNewLine }) => at > from && next < to && !isNewLine,
    );
    const isUnderDay = headings.some(({ type }) => type === "day");
    const agenda =
      isUnderDay || headings.some(({ type }) => type === "list")
        ? findAgenda(reading, inside, from, to)
        : null;
    const heading = headings.find(({ type }) => type === "verb");
    const verb = heading ? verbIn(reading, heading) : null;
    // "To buy: milk, eggs" is one request.
    const isOne =
      verb !== null && isListingVerb(reading, verb) && !hasDatedItems(reading, heading!.to);
    const splits = agenda
      ? [...agenda]
      : isOne
        ? []
        : splitsIn(reading, inside, from, to, headings.length > 0);
    return partsBetween(reading, splits, from, to, headings).map((part) => ({
      ...part,
      verb: verb ?? part.verb,
      isAgenda: agenda !== null,
    }));
  });
  const kept = parts.slice(0, maxTasksOfText);
  if (parts.length > maxTasksOfText) kept.at(-1)!.to = parts.at(-1)!.to;
  return parts.length > 1 ? kept : null;
}

function splitsIn(
  reading: Reading,
  boundaries: Boundary[],
  from: number,
  to: number,
  isHeaded: boolean,
): Boundary[] {
  const splits: Boundary[] = [];
  let start = from;
  for (const [index, boundary] of boundaries.entries()) {
    const end = boundaries[index + 1]?.at ?? to;
    if (boundary.next <= start || splits.length === maxTasksOfText - 1) continue;
    const isSplit =
      (isHeaded && isHeadedPart(reading, start, boundary, end)) ||
      isBetween(reading, boundaries, index, start, to);
    if (!isSplit) continue;
    splits.push(boundary);
    start = boundary.next;
  }
  return splits;
}

function splitUnheaded(
  text: string,
  reading: Reading,
  boundaries: Boundary[],
): RequestPart[] | null {
  const agenda = findAgenda(reading, boundaries, 0, reading.tokens.length);
  const list = agenda ? null : findList(text, reading, boundaries);
  const enumeration = agenda || list ? null : findEnumeration(reading, boundaries);
  const length = reading.tokens.length;
  const isSplit = (boundary: Boundary, index: number, start: number) =>
    agenda?.has(boundary) ||
    list?.items.has(boundary) ||
    enumeration?.has(boundary) ||
    (!agenda && !list?.isMarked && isBetween(reading, boundaries, index, start, length));

  const splits: Boundary[] = [];
  let start = list?.start ?? 0;
  for (const [index, boundary] of boundaries.entries()) {
    if (boundary.next <= start || splits.length === maxTasksOfText - 1) continue;
    // The text stays one task, because comparing its ever longer first part with the next would be
    // too slow.
    if (!list && isLong(text) && lengthOf(reading, start, boundary.at) > maxPartLengthInLongText)
      return null;
    if (!isSplit(boundary, index, start)) continue;
    splits.push(boundary);
    start = boundary.next;
  }
  const headings: Heading[] = list?.headingEnd
    ? [{ from: 0, to: list.headingEnd, type: "list" }]
    : [];
  const parts = partsBetween(reading, splits, list?.start ?? 0, length, headings).map((part) => ({
    ...part,
    isAgenda: agenda !== null,
  }));
  if (parts.length < 2 || (!list && isStory(text, reading, boundaries, splits, parts))) return null;
  return parts;
}

function isBetween(
  reading: Reading,
  boundaries: Boundary[],
  index: number,
  start: number,
  to: number,
): boolean {
  const { at } = boundaries[index]!;
  if (isOnlyOpening(reading, start, at) || isTryAnd(reading, at)) return false;
  const time = reading.timeAt[at];
  if ((time && time.from < at && at < time.to) || isWithinName(reading, boundaries[index]!))
    return false;
  const { next } = boundaries[index]!;
  const nextEnd = boundaries.find((later) => later.at > next)?.at ?? to;
  if (
    isReminder(reading, next, to) ||
    isReminder(reading, next, nextEnd) ||
    isForAll(reading, next, to)
  )
    return false;
  if (boundaries[index]!.isCertain || isTimeLed(reading, boundaries[index]!, start)) return true;
  const end =
    boundaries.slice(index + 1).find((later) => later.at > boundaries[index]!.next)?.at ?? to;
  if (parallelVerb(reading, { from: 0, to: at }, { from: boundaries[index]!.next, to: end }))
    return true;
  if (
    isPartLed(reading, boundaries[index]!, start) ||
    startsOtherDoer(reading, start, boundaries[index]!.next)
  )
    return true;
  const apart =
    reading.nextTimeAt[start]! < at ? areApart(reading, boundaries, index, start, to) : null;
  return apart ?? isBetweenRequests(reading, boundaries, index, start);
}

/** "Try and get tickets". */
function isTryAnd({ tokens }: Reading, at: number): boolean {
  return tokens[at]!.word === "and" && ["try", "go", "come"].includes(tokens[at - 1]?.word ?? "");
}

/** "Mila, remind me to call Greta" is one request. */
function isOnlyOpening({ scan }: Reading, from: number, to: number): boolean {
  let at = from;
  while (at < to) {
    const next = readOpening(scan, at)?.next;
    if (next === undefined) return false;
    at = next;
  }
  return at > from;
}

/** Returns null unless both sides have times of their own. */
function areApart(
  reading: Reading,
  boundaries: Boundary[],
  index: number,
  start: number,
  to: number,
): boolean | null {
  const { at, next } = boundaries[index]!;
  const timeAt = reading.nextTimeAt[next] ?? Infinity;
  const isOver = boundaries
    .slice(index + 1)
    .some(
      (later) =>
        later.at > next &&
        later.at < timeAt &&
        (later.separator === "then" ||
          (later.next === timeAt && later.separator === "and" && isTimeLed(reading, later, start))),
    );
  // "Tonight is pizza and a movie tomorrow is soccer".
  const startsNext = boundaries
    .slice(index + 1)
    .some((later) => later.at === timeAt && later.next === timeAt);
  if (timeAt >= to || isOver || startsNext) return null;
  const end =
    boundaries.slice(index + 1).find((later) => later.at >= reading.timeAt[timeAt]!.to)?.at ?? to;
  const [left, right] = [
    { from: start, to: at },
    { from: next, to: end },
  ];
  const isOrder = findRequestStart(reading, next, end, false)?.type === "errand";
  if (isOrder && at === next) return true;
  if (!areTimedApart(reading, left, right)) return null;
  if (!isOrder) return true;
  return haveOwnTimes(reading, left, right) ? !isStatement(reading, left) : null;
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
  const startsSentence = ({ separator, next }: Boundary) =>
    separator === "sentence" && next < reading.tokens.length;
  return (
    boundaries.some((boundary) => startsSentence(boundary) && !splits.includes(boundary)) ||
    parts.some(({ from, to }) => lengthOf(reading, from, to) > maxPartLengthInLongText)
  );
}

const isLong = (text: string) => text.trim().length > maxShortTextLength;

function lengthOf({ tokens }: Reading, from: number, to: number): number {
  return to > from ? tokens[to - 1]!.end - tokens[from]!.start : 0;
}
