import { maxTasksOfText } from "#app/domain/core/limits.ts";
import type { Reading } from "../resolve/reading.ts";
import { isAgenda } from "./lists/agenda.ts";
import { partsBetween, type RequestPart } from "./request-parts.ts";
import { scorerOf } from "./score.ts";
import { search } from "./search.ts";
import { findStretches, type Stretch } from "./stretches.ts";
import { weights } from "./weights.ts";

const scorer = scorerOf(weights);

/** Splits a text into its requests; null when it asks for one task. */
export function splitRequests(text: string, reading: Reading): RequestPart[] | null {
  const stretches = findStretches(text, reading);
  const parts: RequestPart[] = [];
  for (const stretch of stretches) {
    parts.push(...partsOf(reading, stretch, maxTasksOfText - parts.length));
    if (parts.length === maxTasksOfText) break;
  }
  // The last one has whatever is left.
  if (parts.length === maxTasksOfText) parts.at(-1)!.to = stretches.at(-1)!.to;
  return parts.length > 1 ? parts : null;
}

function partsOf(reading: Reading, stretch: Stretch, maxParts: number): RequestPart[] {
  const { from, to, headings, verb } = stretch;
  const { parts, marks } = search(stretch, maxParts, scorer);
  const areEntries = isAgenda(parts.map(({ entry }) => entry));
  return partsBetween(reading, marks, from, to, headings).map((part) => ({
    ...part,
    to: withoutJoint(reading, part),
    verb: verb ?? part.verb,
    isAgenda: areEntries,
  }));
}

/** "Buy milk and" at the end of a line. */
function withoutJoint({ tokens }: Reading, { from, to }: RequestPart): number {
  let end = to;
  while (end > from + 1 && [",", "and"].includes(tokens[end - 1]!.word)) end -= 1;
  return end;
}
