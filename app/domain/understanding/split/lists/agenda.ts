import { canStartTime, readWhen } from "#app/domain/understanding/grammar/grammar.ts";
import { isErrand } from "#app/domain/understanding/lexicon/errands.ts";
import { kinshipWords } from "#app/domain/understanding/lexicon/names.ts";
import { appointmentWords } from "#app/domain/understanding/lexicon/occasions.ts";
import { quantityContexts } from "#app/domain/understanding/lexicon/connecting.ts";
import { mayBeHourOf } from "#app/domain/understanding/resolve/guessed-hours.ts";
import type { Reading } from "#app/domain/understanding/resolve/reading.ts";
import type { When } from "#app/domain/understanding/types.ts";

export interface Entry {
  isHourCertain: boolean;
  isDated: boolean;
  /** "Vet", "Zoe", or an hour with minutes. */
  isTelling: boolean;
}

const maxWords = 5;

/** "Sat 9 soccer, 11 gym": each part has an hour at its start or end, and one of them only there. */
export function isAgenda(entries: (Entry | null)[]): boolean {
  const found = entries.filter((entry) => entry !== null);
  if (found.length < entries.length || found.length < 2) return false;
  const isNew = found.some(({ isHourCertain }) => !isHourCertain);
  if (!isNew || !found.some(({ isTelling }) => isTelling)) return false;
  const isTimed = found.some(({ isDated, isHourCertain }) => isDated || isHourCertain);
  return isTimed || found.every(({ isTelling }) => isTelling);
}

export function entryOf(reading: Reading, from: number, to: number): Entry | null {
  const { tokens, timeAt } = reading;
  const times = [...new Set(timeAt.slice(from, to))].filter((time) => time !== undefined);
  if (times.some((time) => time.from < from || time.to > to || time.role !== "due")) return null;
  const clock = times.find(({ when }) => when.clock);
  const rest = indices(from, to).filter((at) => !timeAt[at] && tokens[at]!.type !== "symbol");
  const hour = clock ? null : hourIn(reading, rest);
  if (!clock && !hour) return null;
  const words = rest
    .filter((at) => !hour || at < hour.from || at >= hour.to)
    .map((at) => tokens[at]!);
  if (words.length === 0 || words.length > maxWords || words.some(({ type }) => type === "number"))
    return null;
  const isTelling = words.some(
    ({ word }) =>
      appointmentWords.has(word) || reading.scan.names.has(word) || kinshipWords.has(word),
  );
  const hasMinutes = (clock?.when ?? hour?.when)?.clock?.minute !== 0;
  const isLeading = hour !== null && hour.from === rest[0];
  return {
    isHourCertain: clock !== undefined,
    isDated: times.some(({ when }) => when.day),
    isTelling: isTelling || hasMinutes || (isLeading && !isErrand(words[0]!.word)),
  };
}

/** A bare hour that opens or ends the part. */
function hourIn(reading: Reading, rest: number[]): { from: number; to: number; when: When } | null {
  const { scan, tokens } = reading;
  const [first, last] = [rest[0], rest.at(-1)];
  if (first === undefined || last === undefined) return null;
  const opening = canStartTime(tokens[first]!) ? readWhen(scan, first) : null;
  if (
    opening?.value.needs === "hour cue" &&
    !opening.value.exceedsDueDate &&
    mayBeHourOf(scan, opening.next)
  )
    return { from: first, to: opening.next, when: opening.value };
  // "Evening cinema".
  if (
    opening?.value.part &&
    opening.value.needs === "another time" &&
    mayBeHourOf(scan, opening.next)
  )
    return { from: first, to: opening.next, when: opening.value };
  const second = isPerson(reading, first) && rest[1] !== undefined ? readWhen(scan, rest[1]) : null;
  if (
    second?.value.needs === "hour cue" &&
    !second.value.exceedsDueDate &&
    mayBeHourOf(scan, second.next)
  )
    return { from: rest[1]!, to: second.next, when: second.value };
  for (let at = Math.max(first + 1, last - 2); at <= last; at += 1) {
    const ending = canStartTime(tokens[at]!) ? readWhen(scan, at) : null;
    if (ending?.next !== last + 1 || ending.value.needs !== "hour cue") continue;
    if (ending.value.exceedsDueDate && !ending.value.isRange) continue;
    const isCounted = rest.some((word) => word < at && quantityContexts.has(tokens[word]!.word));
    return tokens[at]!.type === "number" && !isCounted
      ? { from: at, to: last + 1, when: ending.value }
      : null;
  }
  return null;
}

/** "Zoe 11 dance", "me 2 hair". */
function isPerson({ tokens, scan }: Reading, at: number): boolean {
  const { word } = tokens[at]!;
  return (
    scan.names.has(word) ||
    kinshipWords.has(word) ||
    ["me", "everyone", "everybody", "us"].includes(word)
  );
}

function indices(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}
