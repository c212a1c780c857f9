import { determiners } from "#app/domain/understanding/lexicon/errands.ts";
import { appointmentWords } from "#app/domain/understanding/lexicon/occasions.ts";
import type { Reading } from "#app/domain/understanding/resolve/reading.ts";
import type { Boundary } from "../boundaries.ts";
import { isPersonAt } from "../verbless-parts.ts";

/**
 * "Bring a plate, a cushion and wipes on Saturday at 8:30": the time at the end is not the last
 * thing's alone.
 */
export function endsWithThing(reading: Reading, { at, next }: Boundary): boolean {
  const { tokens } = reading;
  const first = determiners.has(tokens[next]!.word) ? next + 1 : next;
  const isAlike =
    first < tokens.length && isPersonAt(reading, first) === isPersonAt(reading, at - 1);
  return tokens[at]!.word === "and" && isAlike && !appointmentWords.has(tokens[first]!.word);
}

/** "Groceries (milk, eggs)". */
export function bracketedIn(
  tokens: Reading["tokens"],
  from: number,
  to: number,
): (at: number) => boolean {
  const open = tokens.findIndex(({ word }, at) => at > from && at < to && word === "(");
  const close = tokens.findIndex(({ word }, at) => at > open && at < to && word === ")");
  return (at) => open > 0 && open < at && at < close;
}
