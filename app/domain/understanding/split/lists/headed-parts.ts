import { isErrand, verbParticles } from "#app/domain/understanding/lexicon/errands.ts";
import { listedVerbs } from "#app/domain/understanding/lexicon/several/chores.ts";
import { orders } from "#app/domain/understanding/lexicon/letters.ts";
import type { Reading } from "#app/domain/understanding/resolve/reading.ts";
import { isWithinName } from "../between-requests.ts";
import type { Boundary } from "../boundaries.ts";
import { findRequestStart } from "../request-start.ts";

/**
 * Under "tonight:" a comma separates tasks: "sign the planner, pack lunches", but not "buy milk,
 * eggs".
 */
export function isHeadedPart(
  reading: Reading,
  start: number,
  boundary: Boundary,
  end: number,
): boolean {
  const { at, next, separator } = boundary;
  if (isWithinTime(reading, boundary) || isWithinName(reading, boundary)) return false;
  if (separator === "sentence" || (separator === "then" && end > next)) return true;
  const isComma = separator === "and" && reading.tokens[at]!.word === ",";
  if (isAction(reading, next, end)) return isComma || end - next > 1;
  // "Tonight: meds at 7, run the dishwasher".
  if (isComma && reading.timeAt[at - 1] && !reading.timeAt[next]) return true;
  if (isComma && isDeed(reading, next)) return true;
  const isOrder = findRequestStart(reading, start, at, false)?.type === "errand";
  return isComma && !isOrder && reading.tokens[next]?.word !== "and";
}

/** True if it has a verb, or a time of its own. */
function isAction(reading: Reading, from: number, to: number): boolean {
  if (from >= to) return false;
  if (hasVerb(reading, from, to) || findRequestStart(reading, from, to, false)) return true;
  const times = reading.timeAt.slice(from, to);
  return times.some((time) => time?.role === "due") && times.some((time) => !time);
}

function hasVerb(reading: Reading, from: number, to: number): boolean {
  const { tokens } = reading;
  const [first, second] = [tokens[from]!.word, from + 1 < to ? tokens[from + 1]!.word : ""];
  if (orders.has(first) || listedVerbs.has(first) || verbParticles.has(second)) return true;
  const words = tokens.slice(from, to).filter(({ type }) => type !== "symbol");
  return (
    isErrand(first) &&
    (words.length < 3 || findRequestStart(reading, from, to, false)?.type === "errand")
  );
}

/** "…, Omar grills". */
function isDeed({ tokens, scan }: Reading, from: number): boolean {
  const verb = tokens[from + 1];
  return (
    scan.names.has(tokens[from]!.word) &&
    verb?.type === "word" &&
    /^\p{Ll}{3,}[^s]s$/u.test(verb.text)
  );
}

function isWithinTime({ timeAt }: Reading, { at }: Boundary): boolean {
  const time = timeAt[at];
  return time !== undefined && time.from < at;
}
