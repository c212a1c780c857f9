import type { Due, When } from "../types.ts";
import { dueOf } from "./due.ts";
import type { HalfHints } from "./half-of-day.ts";

const maxOtherDues = 2;
/** Limits the times to try, because a text may contain hundreds. */
const maxTried = 6;

/**
 * Returns other possible due dates: another time in the text, or the other half of the day for
 * "Saturday at 8".
 */
export function otherDuesOf(
  others: When[],
  when: When,
  due: Due,
  hints: HalfHints,
  now: string,
  timeZone: string,
): Due[] {
  const readings = [
    ...others.slice(0, maxTried),
    ...withoutGuess(when),
    ...dayFirst(when, timeZone),
    ...(isHalfClear(when, hints) ? [] : otherHalfOf(when, due, hints)),
  ];
  const dues = readings
    .map((reading) => ({ reading, other: dueOf(reading, hints.preferredHalf, now, timeZone) }))
    .flatMap(({ reading, other }) => (other && isAtItsHour(reading, other) ? [other] : []));
  const unlikeDue = dues.filter(({ local }) => local !== due.local);
  return [...new Map(unlikeDue.map((other) => [other.local, other])).values()].slice(
    0,
    maxOtherDues,
  );
}

/** "The swimming gala at 9" may be in the evening or, as pools go, in the morning. */
function isHalfClear({ clock }: When, { preferredHalf, isByDay }: HalfHints): boolean {
  return preferredHalf !== null && !(preferredHalf === "pm" && isByDay && clock?.hour === 9);
}

/** "Today at 8" is not at the next full hour. */
function isAtItsHour({ clock }: When, { local }: Due): boolean {
  return clock?.half !== "am" || Number(local.slice(11, 13)) === clock.hour % 12;
}

/** "9/1" is September 1 in America, and likelier January 9 elsewhere. */
function dayFirst(when: When, timeZone: string): When[] {
  const isAmerican = /^(?:America|US|Canada)\/|^Pacific\/Honolulu$/.test(timeZone);
  return when.day?.dayFirst && !isAmerican ? [{ ...when, day: when.day.dayFirst }] : [];
}

/** "Friday pickup 12" may name twelve things. */
function withoutGuess({
  isHourGuessed,
  isDayGuessed,
  otherClock,
  day,
  clock,
  ...rest
}: When): When[] {
  if (otherClock && day && !clock) return [{ ...rest, day, clock: otherClock }];
  if (isHourGuessed && day) return [{ ...rest, day }];
  return isDayGuessed && clock ? [{ ...rest, clock }] : [];
}

/**
 * Returns the other half of the day if it is likely too: for 7, for 8 unless an office is closed
 * then, for 9 unless it happens by day, and for other hours if it happens at any hour or late.
 */
function otherHalfOf(
  when: When,
  due: Due,
  { isAtAnyHour, mayBeLate, isByDay, isAtOffice }: HalfHints,
): When[] {
  const { clock, day, part } = when;
  if (clock?.half !== "bare" || part || clock.hour === 12) return [];
  const isMorning = Number(due.local.slice(11, 13)) < 12;
  const isEither =
    clock.hour === 7 ||
    (clock.hour === 8 && !(isAtOffice && day)) ||
    (clock.hour === 9 && (!isByDay || !isMorning));
  const isPassed = !day && clock.hour > 8 && !isMorning;
  const isAnyHour =
    (isAtAnyHour && clock.hour > 4 && !(isByDay && clock.hour > 8)) ||
    (mayBeLate && !isByDay && clock.hour > 8);
  if (!isEither && !isPassed && !isAnyHour) return [];
  return [{ ...when, clock: { ...clock, half: isMorning ? "pm" : "am" } }];
}
