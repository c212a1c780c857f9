import { maxTasksOfText } from "#app/domain/core/limits.ts";
import type { Reading } from "../resolve/reading.ts";
import type { Boundary } from "./boundaries.ts";
import { findCandidates, openingOf } from "./candidates.ts";
import { isAgenda } from "./lists/agenda.ts";
import { hasDatedItems, isListingVerb, verbIn } from "./lists/headings.ts";
import { findSections, type Section } from "./lists/sections.ts";
import { partsBetween, type RequestPart } from "./request-parts.ts";
import { scorerOf, search } from "./search.ts";
import { settingOf } from "./setting.ts";
import { weights } from "./weights.ts";

const scorer = scorerOf(weights);

/** Splits a text into its requests; null when it asks for one task. */
export function splitRequests(text: string, reading: Reading): RequestPart[] | null {
  const boundaries = findCandidates(text, reading);
  const sections = findSections(text, reading);
  const isHeaded = sections.some(({ headings }) => headings.length > 0);
  if (!isHeaded && boundaries.length === 0) return null;
  const stretches = isHeaded
    ? sections
    : [{ ...openingOf(text, reading), to: reading.tokens.length }];
  const parts: RequestPart[] = [];
  for (const stretch of stretches) {
    parts.push(...partsOf(text, reading, boundaries, stretch, maxTasksOfText - parts.length));
    if (parts.length === maxTasksOfText) break;
  }
  // The last one has whatever is left.
  if (parts.length === maxTasksOfText) parts.at(-1)!.to = stretches.at(-1)!.to;
  return parts.length > 1 ? parts : null;
}

function partsOf(
  text: string,
  reading: Reading,
  boundaries: Boundary[],
  { from, to, headings }: Section,
  maxParts: number,
): RequestPart[] {
  const heading = headings.find(({ type }) => type === "verb");
  const verb = heading ? verbIn(reading, heading) : null;
  // "To buy: milk, eggs" is one request.
  const isOne =
    verb !== null && isListingVerb(reading, verb) && !hasDatedItems(reading, heading!.to);
  const parse = search(
    settingOf(text, reading, isOne ? [] : boundaries, headings),
    from,
    to,
    maxParts,
    scorer,
  );
  const areEntries = isAgenda(parse.parts.map(({ entry }) => entry));
  return partsBetween(reading, parse.marks, from, to, headings).map((part) => ({
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
