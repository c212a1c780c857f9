import { type Reading, spanOf } from "../resolve/reading.ts";
import type { Span, TimePhrase, When } from "../types.ts";
import type { RequestPart } from "./parts.ts";

/** What a part takes from another one: "tomorrow" said once for all. */
export interface InheritedDay {
  when: When;
  span: Span;
}

/**
 * The day that each part takes from another, when it says none:
 * - a day before the first verb is that of all ("tomorrow pick up Ben at 3 and order groceries"), in one sentence or under
 *   one heading;
 * - a clock time goes on in the day of the one before ("ballet on Friday at 3 and pick up Ben at 5");
 * - a day at the end is also that of the parts before it which say no time at all ("wash the car and mow the lawn on
 *   Saturday", but not "pick up Ben at 3 and order groceries tomorrow").
 */
export function inheritedDays(
  readings: Reading[],
  parts: RequestPart[],
  above: Reading | null,
): (InheritedDay | undefined)[] {
  const heading = above ? ownDay(above) : null;
  const taken = passForward(readings, parts, heading);
  readings.forEach((_, index) => passBackward(readings, parts, index, taken));
  return taken;
}

function passForward(
  readings: Reading[],
  parts: RequestPart[],
  heading: InheritedDay | null,
): (InheritedDay | undefined)[] {
  let leading = heading;
  return readings.map((reading, index) => {
    const { from, verbAt } = parts[index]!;
    const before = isSameSentence(parts[index]) ? readings[index - 1]! : null;
    if (!before) leading = heading;
    const isNextOnClock = before && isOnClock(before) && isOnClock(reading);
    const taken = usableDay(reading, leading ?? (isNextOnClock ? ownDay(before) : null));
    leading = ownDay(reading, (phrase) => phrase.to <= verbAt - from) ?? leading;
    return taken;
  });
}

/** Gives the day at the end of a sentence to the parts before. */
function passBackward(
  readings: Reading[],
  parts: RequestPart[],
  index: number,
  taken: (InheritedDay | undefined)[],
): void {
  const last = readings[index]!;
  if (isSameSentence(parts[index + 1]) || parts[index]!.isNewRequest) return;
  const day = ownDay(
    last,
    (phrase) => phrase.cue?.type !== "purpose" && last.tokens.slice(phrase.to).every(({ type }) => type === "symbol"),
  );
  const isTimeless = (at: number) => parts[at + 1]!.separator === "and" && readings[at]!.choice === null;
  if (!day) return;
  for (let at = index - 1; at >= 0 && isTimeless(at); at -= 1) taken[at] ??= usableDay(readings[at]!, day);
}

/** In one sentence with the part before. */
function isSameSentence(part: RequestPart | undefined): boolean {
  return part !== undefined && part.separator !== "sentence" && part.separator !== "item";
}

function isOnClock({ choice }: Reading): boolean {
  return choice?.when.clock !== undefined;
}

/** The day that a reading says itself, in a phrase that fits; its hour is its own. */
function ownDay(reading: Reading, fits: (phrase: TimePhrase) => boolean = () => true): InheritedDay | null {
  const phrase = reading.choice?.removed.find(({ when }) => when.day);
  if (!phrase || !fits(phrase)) return null;
  const { day, part, exceedsDueDate } = phrase.when;
  const when: When = { day };
  if (part) when.part = part;
  if (exceedsDueDate) when.exceedsDueDate = true;
  return { when, span: spanOf(reading.tokens, phrase) };
}

/** What of a day another part can take: nothing beside a day of its own, no morning for what is at 3. */
function usableDay({ choice }: Reading, taken: InheritedDay | null): InheritedDay | undefined {
  if (!taken || choice?.when.day || choice?.when.afterMinutes !== undefined) return undefined;
  const { part, ...day } = taken.when;
  const isLate = part === "evening" || part === "night";
  return choice?.when.part || (choice?.when.clock && !isLate) ? { ...taken, when: day } : taken;
}
