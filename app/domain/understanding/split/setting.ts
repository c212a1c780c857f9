import { determiners, isErrand } from "../lexicon/errands.ts";
import type { Reading } from "../resolve/reading.ts";
import type { Boundary } from "./boundaries.ts";
import { type Part, partOf } from "./part.ts";
import type { Heading } from "./lists/headings.ts";
import type { Section } from "./lists/sections.ts";

/** The context that features can look at, besides the parts. */
export interface Setting {
  reading: Reading;
  heading: Heading["type"] | null;
  /** The text holds more than what is split: a chat stamp, or a story. */
  isMessage: boolean;
  /** Commas separate orders and events, perhaps beside things: "milk, call Rose, vet at 3". */
  isMixed: boolean;
  /** Enough lines or list items are orders, events or chores. */
  areRequests: boolean;
  boundaries: Boundary[];
  /** How many commas and other marks there are. */
  marks: number;
}

export function settingOf(
  text: string,
  reading: Reading,
  boundaries: Boundary[],
  { from, to, headings }: Section,
): Setting {
  const lines = boundaries.filter(({ isNewLine }) => isNewLine);
  const ends = [...lines.map(({ at }) => at), to];
  const starts = [from, ...lines.map(({ next }) => next)];
  return {
    reading,
    boundaries,
    marks: boundaries.filter(({ at, next }) => at < next).length,
    heading: headings.at(-1)?.type ?? null,
    isMessage: isMessage(text, reading),
    isMixed: isMixed(reading, boundaries, from, to),
    areRequests: areRequests(
      starts.map((start, index) => partOf(reading, start, Math.max(start, ends[index]!))),
      lines.some(({ separator }) => separator === "item"),
    ),
  };
}

function isMessage(text: string, { tokens }: Reading): boolean {
  const around = text.slice(0, tokens[0]!.start) + text.slice(tokens.at(-1)!.end);
  return [...around.matchAll(/\p{L}+/gu)].length > 2;
}

/** Three parts or more between commas, of which two are orders or events. */
function isMixed(reading: Reading, boundaries: Boundary[], start: number, to: number): boolean {
  const { tokens } = reading;
  const weak = boundaries.filter(({ at, next, separator }) => separator === "and" && at < next);
  if (weak.length < 2 || weak.length > maxItems) return false;
  if (weak.slice(0, -1).some(({ at }) => tokens[at]!.word !== ",")) return false;
  const pieces = [start, ...weak.map(({ next }) => next)].map((from, index) =>
    partOf(reading, from, weak[index]?.at ?? to),
  );
  // "Wash, dry and fold the towels" has one object.
  const isBare = ({ words }: Part) => words.length === 1 && isErrand(tokens[words[0]!]!.word);
  if (pieces.slice(0, -1).every(isBare)) return false;
  const areDated = pieces.filter(({ hasDay }) => hasDay).length > 1;
  const isAction = ({ kind, isSure, isUnknown, hasDay, words }: Part) =>
    (kind === "order" && (isSure || isUnknown)) ||
    (kind === "event" && !determiners.has(reading.tokens[words[0]!]!.word)) ||
    (areDated && hasDay);
  return pieces.filter(isAction).length > 1;
}

const maxItems = 12;

/** "1) refill 2) deposit 3) call Rose", but not "- milk - eggs - bread". */
function areRequests(lines: Part[], isMarked: boolean): boolean {
  const requests = lines.filter(
    ({ kind, times, words }) =>
      ["order", "event", "need", "chore"].includes(kind) || (times.length > 0 && words.length > 0),
  );
  return requests.length > 0 && requests.length >= (isMarked ? 0.33 : 0.66) * lines.length;
}
