import { isErrand } from "../lexicon/errands.ts";
import type { Reading } from "../resolve/reading.ts";
import type { Boundary } from "./boundaries.ts";
import type { Setting } from "./features.ts";
import { type Part, partOf } from "./part.ts";
import type { Heading } from "./lists/headings.ts";

const maxShortTextLength = 300;
const maxBriefTokens = 7;

export function settingOf(
  text: string,
  reading: Reading,
  boundaries: Boundary[],
  headings: Heading[],
): Setting {
  const lines = boundaries.filter(({ isNewLine }) => isNewLine);
  const ends = [...lines.map(({ at }) => at), reading.tokens.length];
  const starts = [0, ...lines.map(({ next }) => next)];
  return {
    reading,
    boundaries,
    heading: headings.at(-1)?.type ?? null,
    isMixed: isMixed(reading, boundaries),
    isLong: text.trim().length > maxShortTextLength,
    areRequests: areRequests(
      starts.map((start, index) => partOf(reading, start, Math.max(start, ends[index]!))),
      lines.some(({ separator }) => separator === "item"),
    ),
    areBrief:
      lines.length > 1 && starts.every((start, index) => ends[index]! - start < maxBriefTokens),
  };
}

/** Three parts or more between commas, of which two are orders or events. */
function isMixed(reading: Reading, boundaries: Boundary[]): boolean {
  const { tokens } = reading;
  const weak = boundaries.filter(({ at, next, separator }) => separator === "and" && at < next);
  if (weak.length < 2 || weak.length > maxItems) return false;
  if (weak.slice(0, -1).some(({ at }) => tokens[at]!.word !== ",")) return false;
  const pieces = [0, ...weak.map(({ next }) => next)].map((from, index) =>
    partOf(reading, from, weak[index]?.at ?? tokens.length),
  );
  // "Wash, dry and fold the towels" has one object.
  const isBare = ({ words }: Part) => words.length === 1 && isErrand(tokens[words[0]!]!.word);
  if (pieces.slice(0, -1).every(isBare)) return false;
  const areDated = pieces.filter(({ hasDay }) => hasDay).length > 1;
  const isAction = ({ kind, isSure, hasDay }: Part) =>
    (kind === "order" && isSure) || kind === "event" || (areDated && hasDay);
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
