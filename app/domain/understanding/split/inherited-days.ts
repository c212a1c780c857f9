import { weekdayNumbers } from "../lexicon/calendar.ts";
import { wordSet } from "../lexicon/word-set.ts";
import { type Reading, spanOf } from "../resolve/reading.ts";
import type { Span, TimePhrase, When } from "../types.ts";
import type { Heading } from "./lists/headings.ts";
import type { RequestPart } from "./request-parts.ts";

export interface InheritedDay {
  when: When;
  span: Span;
}

/**
 * Finds the day that each part without one takes from another:
 * - a day in the heading, or before the first verb of the sentence: "tomorrow pick up Ben at 3 and order groceries";
 * - after "then", the day before it: "return the drill tomorrow, then get gas";
 * - for a clock time, the day of the clock time before: "ballet on Friday at 3 and pick up Ben at 5";
 * - for parts without any time, the day at the end of the sentence: "wash the car and mow the lawn on Saturday", but not
 *   over commas alone: "call the vet, buy salt, wash the car on Saturday".
 */
export function inheritedDays(
  readings: Reading[],
  parts: RequestPart[],
  headings: ReadonlyMap<Heading, Reading>,
): (InheritedDay | undefined)[] {
  const daysOfHeadings = parts.map((part) => {
    const days = part.headings
      .map((heading) => timeOfHeading(headings.get(heading)!))
      .filter((day) => day !== null);
    return days.at(-1) ?? null;
  });
  const days = passForward(readings, parts, daysOfHeadings);
  readings.forEach((_, index) => passBackward(readings, parts, index, days));
  return days;
}

function passForward(
  readings: Reading[],
  parts: RequestPart[],
  daysOfHeadings: (InheritedDay | null)[],
): (InheritedDay | undefined)[] {
  let leading: InheritedDay | null = null;
  let last: InheritedDay | null = null;
  return readings.map((reading, index) => {
    const { from, verbAt } = parts[index]!;
    const before = continuesSentence(parts[index]) ? readings[index - 1]! : null;
    if (!before) leading = daysOfHeadings[index]!;
    else if (parts[index]!.separator === "then")
      leading = ownDay(before, ({ cue }) => cue?.type !== "purpose") ?? leading;
    const followsClock = before && hasClock(before) && hasClock(reading);
    const inherited = usableDay(reading, leading ?? (followsClock ? last : null));
    last = ownDay(reading) ?? inherited ?? null;
    leading =
      ownDay(reading, (phrase) => phrase.from === 0 || phrase.to <= verbAt - from) ?? leading;
    return inherited;
  });
}

function passBackward(
  readings: Reading[],
  parts: RequestPart[],
  index: number,
  days: (InheritedDay | undefined)[],
): void {
  const last = readings[index]!;
  if (continuesSentence(parts[index + 1]) || parts[index]!.isNewRequest) return;
  // "A bag for Theo, a snack for Zoe, all for tomorrow".
  const isForAll = ({ from }: TimePhrase) => allWords.has(last.tokens[from - 1]?.word ?? "");
  const isAtEnd = (phrase: TimePhrase) =>
    (phrase.cue?.type !== "purpose" || isForAll(phrase)) &&
    last.tokens.slice(phrase.to).every(({ type }) => type === "symbol");
  const day = ownDay(last, isAtEnd);
  // In "game Saturday, snacks, wash the jersey Friday" each day is of its own part.
  const start = parts.findLastIndex((part, at) => at <= index && !continuesSentence(part));
  if (!day || readings.slice(Math.max(start, 0), index).some((reading) => ownDay(reading))) return;
  const isListed = parts[index]!.isAfterComma && !ownDay(last, isForAll);
  // "Soccer at 9 and ballet at 10 Saturday".
  const hasOnlyClock = (at: number) =>
    hasClock(last) && readings[at]!.choice?.when.clock && !readings[at]!.choice!.when.day;
  // "Check the Black Friday sale and pick up the tree on Saturday".
  const namesDay = (at: number) => readings[at]!.tokens.some(({ word }) => word in weekdayNumbers);
  const hasNoTime = (at: number) =>
    parts[at + 1]!.separator === "and" &&
    !namesDay(at) &&
    ((readings[at]!.choice === null && !isListed) ||
      hasOnlyClock(at) ||
      parts[at + 1]!.verb !== null ||
      parts[at]!.isAgenda);
  for (let at = index - 1; at >= 0 && hasNoTime(at); at -= 1)
    days[at] ??= usableDay(readings[at]!, day);
}

const allWords = wordSet("all both everything");

export function continuesSentence(part: RequestPart | undefined): boolean {
  return part !== undefined && part.separator !== "sentence" && part.separator !== "item";
}

function hasClock({ choice }: Reading): boolean {
  return Boolean(choice?.when.clock ?? choice?.when.part);
}

/** "Monday", "after school", and in "movie night on Friday at 7" the time of what takes place. */
function timeOfHeading(reading: Reading): InheritedDay | null {
  const { phrases = [], when: { clock } = {} } = reading.choice ?? {};
  const phrase =
    phrases.find(({ when }) => when.day) ?? phrases.find(({ when }) => when.clock ?? when.part);
  if (!phrase) return null;
  const { when: own, span } = inheritedFrom(reading, phrase);
  const when = own.day && reading.choice?.when.day ? { ...own, day: reading.choice.when.day } : own;
  return { when: clock ? { ...when, clock } : when, span };
}

export function ownDay(
  reading: Reading,
  test: (phrase: TimePhrase) => boolean = () => true,
): InheritedDay | null {
  const phrase = reading.choice?.removed.find(({ when }) => when.day);
  return phrase && test(phrase) ? inheritedFrom(reading, phrase) : null;
}

function inheritedFrom(reading: Reading, phrase: TimePhrase): InheritedDay {
  const { day, part, exceedsDueDate, repetition, also, daysBetween } = phrase.when;
  const when: When = day ? { day } : {};
  if (part) when.part = part;
  if (exceedsDueDate) when.exceedsDueDate = true;
  if (repetition) when.repetition = repetition;
  if (also?.some((other) => other.day)) when.also = also;
  if (daysBetween) when.daysBetween = daysBetween;
  return { when, span: spanOf(reading.tokens, phrase) };
}

/** A part with its own day inherits none; one with its own clock time inherits no "morning". */
function usableDay({ choice }: Reading, inherited: InheritedDay | null): InheritedDay | undefined {
  if (
    !inherited ||
    (choice?.when.day && inherited.when.day) ||
    choice?.when.afterMinutes !== undefined
  )
    return undefined;
  const { part, clock: _, ...day } = inherited.when;
  // "Zoe piano 4, Omar poker 8 tonight": nobody has piano at 4 in the night.
  const isSmall = choice?.when.clock?.half === "bare" && choice.when.clock.hour < 5;
  const isLate = (part === "evening" || part === "night") && !isSmall;
  if (choice?.when.part || (choice?.when.clock && !isLate)) return { ...inherited, when: day };
  return inherited;
}
