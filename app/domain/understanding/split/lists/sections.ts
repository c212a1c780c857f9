import type { Reading } from "#app/domain/understanding/resolve/reading.ts";
import { readLeadIn } from "../lead-in.ts";
import { findParallelMarks, type Heading, headingType, type Range } from "./headings.ts";
import { findListItems } from "./list-items.ts";
import { findVerbMarks, type Marks, piecesOf } from "./pieces.ts";

/** A line, or part of one, with the headings that apply to it. */
export interface Section extends Range {
  headings: Heading[];
}

/**
 * Finds headings: a day alone on a line or before a colon, and "for Mia:" or "Jake:" before a
 * colon. A day applies until the next one; so does a topic on its own line, but a topic within a
 * line applies until the line ends.
 */
export function findSections(text: string, reading: Reading): Section[] {
  const lines = linesOf(text, reading);
  const marks: Marks = { parallel: findParallelMarks(reading), verbs: findVerbMarks(reading) };
  const sections: Section[] = [];
  let week: Heading | undefined;
  let day: Heading | undefined;
  let topic: Heading | undefined;
  for (const [index, line] of lines.entries()) {
    const alone = index < lines.length - 1 ? headingAlone(reading, line, marks) : null;
    if (alone && isWeek(reading, alone)) week = alone;
    if (alone?.type === "day") [day, topic] = [alone, undefined];
    else if (alone) topic = alone;
    if (alone) continue;
    let within: Heading | undefined;
    const pieces = piecesOf(reading, line, marks);
    for (const { heading, isTitle, from, to } of pieces) {
      if (heading && isWeek(reading, heading)) week = heading;
      // "Tuesday 6 pm: meeting; Friday: bring a cake".
      if (within?.type === "day" && heading?.type === "day") within = undefined;
      if (heading?.type === "day" && !isTitle) [day, topic] = [heading, undefined];
      else if (heading) within = heading;
      const over = week !== day ? week : undefined;
      const headings = [over, pieces[0]!.title, day, within ?? topic].filter(
        (one) => one !== undefined,
      );
      if (hasWords(reading, from, to) && !isTalk(reading, from, to))
        sections.push({ from, to, headings });
    }
  }
  return sections;
}

/** "Next week", "week of 11/16": the days below are that week's. */
function isWeek({ tokens }: Reading, { from }: Heading): boolean {
  const words = tokens.slice(from, from + 3).map(({ word }) => word);
  const first = words[0] === "the" ? 1 : 0;
  return (
    (words[first] === "next" && words[first + 1] === "week") ||
    (words[first] === "week" && words[first + 1] === "of")
  );
}

interface Line extends Range {
  isMarked: boolean;
}

function linesOf(text: string, { scan, tokens }: Reading): Line[] {
  const starts = [...findListItems(text, scan)];
  return starts
    .map(([, { next, isMarked }], index) => ({
      from: next,
      to: starts[index + 1]?.[0] ?? tokens.length,
      isMarked,
    }))
    .filter(({ from, to }) => to > from);
}

function headingAlone(
  reading: Reading,
  { from, to, isMarked }: Line,
  { verbs }: Marks,
): Heading | null {
  const end = reading.tokens[to - 1]!.word === ":" ? to - 1 : to;
  // "After school:".
  const isTime = end < to && reading.timeAt[from]?.from === from && reading.timeAt[from].to === end;
  const type = isMarked
    ? null
    : (headingType(reading, from, end) ??
      (isTime ? "day" : end < to && verbs.has(end) ? "verb" : null));
  if (!type || (end === to && type !== "day")) return null;
  return { from, to: end, type };
}

/** The "right" of "Right, this afternoon: …". */
function isTalk(reading: Reading, from: number, to: number): boolean {
  return !reading.timeAt.slice(from, to).some(Boolean) && readLeadIn(reading, from, to).at >= to;
}

function hasWords({ tokens }: Reading, from: number, to: number): boolean {
  return tokens.slice(from, to).some(({ type }) => type !== "symbol");
}
