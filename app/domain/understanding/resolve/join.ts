import { startingOn } from "../calendar/days.ts";
import type { Scan } from "../grammar/engine/types.ts";
import { canStartTime } from "../grammar/grammar.ts";
import { weekdayNumbers } from "../lexicon/calendar.ts";
import { connectingWords, quantityContexts } from "../lexicon/connecting.ts";
import { kinshipWords } from "../lexicon/names.ts";
import { wordSet } from "../lexicon/word-set.ts";
import type { When } from "../types.ts";
import type { Piece } from "./read-piece.ts";

/** Joins two pieces; null when both are of the same kind, such as two days. */
export function joinWhen(one: When, other: When): When | null {
  if (other.countsFromDone && one.repetition) return { ...one, countsFromDone: true };
  if (one.countsFromDone || other.countsFromDone) return null;
  if (one.except && !one.repetition && !other.repetition) return null;
  if (other.except) return one.repetition ? { ...one, except: other.except } : null;
  const fromStart = withStartDate(one, other);
  if (fromStart) return fromStart;
  const isOnlyOne = (field: "day" | "clock" | "part") => !(one[field] && other[field]);
  const isSamePart = one.part === other.part || isOnlyOne("part");
  if (!isOnlyOne("day") || !isOnlyOne("clock") || !isSamePart) return null;
  if (one.afterMinutes !== undefined || other.afterMinutes !== undefined) return null;
  const both: When = {
    ...one,
    ...other,
    exceedsDueDate: one.exceedsDueDate || other.exceedsDueDate,
  };
  delete both.needs;
  return { ...both, isHoliday: one.isHoliday || other.isHoliday };
}

/** Joins a repetition with its first day: "every Tuesday starting Oct 15". */
function withStartDate(one: When, other: When): When | null {
  const [repetition, start] = one.isStartDate ? [other, one] : [one, other];
  if (!start.isStartDate || !start.day || !repetition.exceedsDueDate) return null;
  if (!repetition.day && repetition.afterMinutes === undefined) return null;
  const { day, afterMinutes: _, ...rest } = repetition;
  const [clock, part] = [rest.clock ?? start.clock, rest.part ?? start.part];
  return {
    ...rest,
    ...(clock && { clock }),
    ...(part && { part }),
    day: startingOn(day, start.day),
  };
}

/**
 * A bare hour counts in "8 tonight", but not in "buy 8 tonight" or "Friday 5 boys". "April at 5"
 * stays a name.
 */
export function mayJoinNeighbor(scan: Scan, { when, readFrom, to }: Piece): boolean {
  const { tokens } = scan;
  if (when.needs === "month cue") return false;
  if (when.needs !== "hour cue" || when.exceedsDueDate) return true;
  const after = tokens[to];
  const isCompact = /^\d{3,4}$/.test(tokens[readFrom]!.text);
  const isHourAndMinute = to - readFrom > 1 || isCompact;
  // "Sun 1 30 field 3".
  const isSpaced = to - readFrom === 2 && /^[0-5][05]$/.test(tokens[to - 1]!.text);
  if (isCompact || isSpaced || (isHourAndMinute && tokens[readFrom + 1]!.word === ".")) return true;
  if (!isHourAndMinute && isPronoun(scan, readFrom)) return false;
  if (!isHourAndMinute && quantityContexts.has(tokens[readFrom - 1]?.word ?? "")) return false;
  return (
    !after ||
    after.type !== "word" ||
    connectingWords.has(after.word) ||
    after.word in weekdayNumbers
  );
}

/**
 * "Night on Saturday" is a time, but not in "movie night on Saturday" and "parents' evening on
 * Saturday".
 */
export function mayLead({ tokens }: Scan, { when, readFrom }: Piece): boolean {
  const before = tokens[readFrom - 1];
  if (when.needs !== "another time" || ["by", "in", "before"].includes(before?.word ?? ""))
    return true;
  return before?.type !== "word" && before?.word !== "'";
}

/** "A new one tomorrow", "the other two on Friday". */
function isPronoun({ tokens, names }: Scan, at: number): boolean {
  const [number, before] = [tokens[at]!, tokens[at - 1]];
  if (number.word === "one") return true;
  const isAfterWord =
    before?.type === "word" && !names.has(before.word) && !kinshipWords.has(before.word);
  return (
    (isAfterWord && number.type === "word" && !canStartTime(before)) ||
    pronounContexts.has(before?.word ?? "")
  );
}

const pronounContexts = wordSet("other last first new old same next best both");
