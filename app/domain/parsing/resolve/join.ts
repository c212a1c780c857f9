import { startingOn } from "../calendar/days.ts";
import type { Scan } from "../grammar/engine/types.ts";
import { connectingWords, quantityContexts } from "../lexicon/connecting.ts";
import type { When } from "../types.ts";

/** A repetition beside its start: the first such day from there on. */
function withStartDate(one: When, other: When): When | null {
  const [repetition, start] = one.isStartDate ? [other, one] : [one, other];
  if (!start.isStartDate || !start.day || !repetition.exceedsDueDate) return null;
  if (!repetition.day && repetition.afterMinutes === undefined) return null;
  const { day, afterMinutes: _, ...rest } = repetition;
  return { ...rest, clock: rest.clock ?? start.clock, part: rest.part ?? start.part, day: startingOn(day, start.day) };
}

/** What two pieces say together, or null when they say the same kind of thing twice: two days, two clock times. */
export function joinWhen(one: When, other: When): When | null {
  const fromStart = withStartDate(one, other);
  if (fromStart) return fromStart;
  const isOnlyOne = (field: "day" | "clock" | "part") => !(one[field] && other[field]);
  const isSamePart = one.part === other.part || isOnlyOne("part");
  if (!isOnlyOne("day") || !isOnlyOne("clock") || !isSamePart) return null;
  if (one.afterMinutes !== undefined || other.afterMinutes !== undefined) return null;
  const both: When = { ...one, ...other, exceedsDueDate: one.exceedsDueDate || other.exceedsDueDate };
  delete both.needs;
  return { ...both, isHoliday: one.isHoliday || other.isHoliday };
}

/** A name stays a name beside a time: "call April at 5". A bare hour may lean on the day beside it: "8 tonight", "Friday 5", but not "buy 8 tonight" or "Friday 5 boys"; a span of hours is one: "Friday 10-11 plumber". */
export function mayJoinNeighbor(scan: Scan, piece: { when: When; readFrom: number; to: number }): boolean {
  if (piece.when.needs === "month cue") return false;
  if (piece.when.needs !== "hour cue" || piece.when.exceedsDueDate) return true;
  const before = scan.tokens[piece.readFrom - 1];
  const after = scan.tokens[piece.to];
  return (
    !quantityContexts.has(before?.word ?? "") && (!after || after.type !== "word" || connectingWords.has(after.word))
  );
}

/** "Saturday night" is a time; the night of "movie night on Saturday" is not. */
export function mayLead(scan: Scan, piece: { when: When; readFrom: number }): boolean {
  return piece.when.needs !== "another time" || scan.tokens[piece.readFrom - 1]?.type !== "word";
}
