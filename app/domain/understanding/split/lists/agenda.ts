import { readWhen } from "#app/domain/understanding/grammar/grammar.ts";
import { isErrand } from "#app/domain/understanding/lexicon/errands.ts";
import { kinshipWords } from "#app/domain/understanding/lexicon/names.ts";
import { appointmentWords } from "#app/domain/understanding/lexicon/occasions.ts";
import { quantityContexts } from "#app/domain/understanding/lexicon/connecting.ts";
import { mayBeHourOf } from "#app/domain/understanding/resolve/guessed-hours.ts";
import type { Reading } from "#app/domain/understanding/resolve/reading.ts";
import type { When } from "#app/domain/understanding/types.ts";
import type { Boundary } from "../boundaries.ts";

interface Entry {
  isHourCertain: boolean;
  isDated: boolean;
  /** "Vet", "Zoe", or an hour with minutes. */
  isTelling: boolean;
}

const maxEntries = 10;
const maxWords = 5;

/**
 * "Sat 9 soccer, 11 gym", "vet 9, gym 10:30": short parts, each with an hour at its start or end.
 */
export function findAgenda(
  reading: Reading,
  boundaries: Boundary[],
  start: number,
  end: number,
): ReadonlySet<Boundary> | null {
  if (boundaries.length > maxEntries || end - start > maxEntries * (maxWords + 4)) return null;
  const splits: Boundary[] = [];
  const entries: Entry[] = [];
  let from = start;
  for (const boundary of [...boundaries, null]) {
    const to = boundary?.at ?? end;
    const entry = entryOf(reading, from, to);
    if (!entry && boundary && reading.tokens[boundary.at]!.word === "and") continue;
    if (!entry) return null;
    entries.push(entry);
    if (!boundary) break;
    splits.push(boundary);
    from = boundary.next;
  }
  const isNew = entries.some(({ isHourCertain }) => !isHourCertain);
  if (entries.length < 2 || !isNew || !entries.some(({ isTelling }) => isTelling)) return null;
  const isTimed = entries.some(({ isDated, isHourCertain }) => isDated || isHourCertain);
  return isTimed || entries.every(({ isTelling }) => isTelling) ? new Set(splits) : null;
}

function entryOf(reading: Reading, from: number, to: number): Entry | null {
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
  const opening = readWhen(scan, first);
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
    const ending = readWhen(scan, at);
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
