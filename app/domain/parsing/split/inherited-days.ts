import { type Reading, wordsOf } from "../resolve/reading.ts";
import type { Span, TimePhrase, When } from "../types.ts";
import type { RequestPart } from "./parts.ts";

/** What a part takes from another one: "tomorrow" said once for all. */
export interface Taken {
  when: When;
  words: Span;
}

/**
 * The day that each part takes from another, when it says none:
 * - a day before the first verb is that of all ("tomorrow pick up Ben at 3 and order groceries"), in one sentence or under
 *   one heading;
 * - a clock time goes on in the day of the one before ("ballet on Friday at 3 and pick up Ben at 5");
 * - a day at the end is also that of the parts before it which say no time at all ("wash the car and mow the lawn on
 *   Saturday", but not "pick up Ben at 3 and order groceries tomorrow").
 */
export function daysTaken(readings: Reading[], parts: RequestPart[], above: Reading | null): (Taken | undefined)[] {
  const heading = above ? dayIn(above) : null;
  const taken = forward(readings, parts, heading);
  readings.forEach((_, index) => backward(readings, parts, index, taken));
  return taken;
}

function forward(readings: Reading[], parts: RequestPart[], heading: Taken | null): (Taken | undefined)[] {
  let leading = heading;
  return readings.map((reading, index) => {
    const { from, verbAt } = parts[index]!;
    const before = isClose(parts[index]) ? readings[index - 1]! : null;
    if (!before) leading = heading;
    const isNextOnClock = before && isOnClock(before) && isOnClock(reading);
    const taken = fitting(reading, leading ?? (isNextOnClock ? dayIn(before) : null));
    leading = dayIn(reading, (phrase) => phrase.to <= verbAt - from) ?? leading;
    return taken;
  });
}

/** Gives the day at the end of a sentence to the parts before. */
function backward(readings: Reading[], parts: RequestPart[], index: number, taken: (Taken | undefined)[]): void {
  const last = readings[index]!;
  if (isClose(parts[index + 1]) || parts[index]!.isAnew) return;
  const day = dayIn(
    last,
    (phrase) => phrase.cue?.kind !== "purpose" && last.tokens.slice(phrase.to).every(({ kind }) => kind === "sign"),
  );
  const isTimeless = (at: number) => parts[at + 1]!.joint === "and" && readings[at]!.choice === null;
  if (!day) return;
  for (let at = index - 1; at >= 0 && isTimeless(at); at -= 1) taken[at] ??= fitting(readings[at]!, day);
}

/** In one sentence with the part before. */
function isClose(part: RequestPart | undefined): boolean {
  return part !== undefined && part.joint !== "sentence" && part.joint !== "item";
}

function isOnClock({ choice }: Reading): boolean {
  return choice?.when.clock !== undefined;
}

/** The day that a reading says itself, in a phrase that fits; its hour is its own. */
function dayIn(reading: Reading, fits: (phrase: TimePhrase) => boolean = () => true): Taken | null {
  const phrase = reading.choice?.used.find(({ when }) => when.day);
  if (!phrase || !fits(phrase)) return null;
  const { day, part, isMoreThanDue } = phrase.when;
  const when: When = { day };
  if (part) when.part = part;
  if (isMoreThanDue) when.isMoreThanDue = true;
  return { when, words: wordsOf(reading.tokens, phrase) };
}

/** What of a day another part can take: nothing beside a day of its own, no morning for what is at 3. */
function fitting({ choice }: Reading, taken: Taken | null): Taken | undefined {
  if (!taken || choice?.when.day || choice?.when.afterMinutes !== undefined) return undefined;
  const { part, ...day } = taken.when;
  const isLate = part === "evening" || part === "night";
  return choice?.when.part || (choice?.when.clock && !isLate) ? { ...taken, when: day } : taken;
}
