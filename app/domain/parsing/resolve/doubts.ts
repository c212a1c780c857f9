import type { Scan } from "../grammar/engine/types.ts";
import { connectingWords } from "../lexicon/connecting.ts";
import { determiners, isErrand, referringWords } from "../lexicon/errands.ts";
import { kinshipWords } from "../lexicon/names.ts";
import { appointmentWords, eventWords } from "../lexicon/occasions.ts";
import type { Due, TimePhrase, When } from "../types.ts";
import type { Choice } from "./choose.ts";
import { dueOf } from "./due.ts";
import type { HalfHints } from "./half-of-day.ts";

const maxOtherDues = 2;
/** A text may hold hundreds of times. */
const maxTried = 6;

/** What a due date may be instead: another time in the text, or the other half of the day for "Saturday at 8". */
export function otherDuesOf(
  choice: Choice | null,
  when: When,
  due: Due,
  hints: HalfHints,
  now: string,
  timeZone: string,
): Due[] {
  const readings = [
    ...(choice?.others ?? []).slice(0, maxTried),
    ...withoutGuess(when),
    ...(hints.preferredHalf ? [] : otherHalfOf(when, due, hints)),
  ];
  const dues = readings
    .map((reading) => ({ reading, other: dueOf(reading, hints.preferredHalf, now, timeZone) }))
    .flatMap(({ reading, other }) => (other && isAtItsHour(reading, other) ? [other] : []));
  const unlikeDue = dues.filter(({ local }) => local !== due.local);
  return [...new Map(unlikeDue.map((other) => [other.local, other])).values()].slice(0, maxOtherDues);
}

/** "Today at 8" is not at the next full hour. */
function isAtItsHour({ clock }: When, { local }: Due): boolean {
  return clock?.half !== "am" || Number(local.slice(11, 13)) === clock.hour % 12;
}

/** "Friday pickup 12" may name twelve things. */
function withoutGuess({ isHourGuessed, isDayGuessed, otherClock, day, clock, ...rest }: When): When[] {
  if (otherClock && day && !clock) return [{ ...rest, day, clock: otherClock }];
  if (isHourGuessed && day) return [{ ...rest, day }];
  return isDayGuessed && clock ? [{ ...rest, clock }] : [];
}

/** "Order Monday brand shampoo": a day between a verb and a thing may describe the thing. */
export function mayDescribe({ tokens, names }: Scan, { from, to, when, cue }: TimePhrase): boolean {
  const [before, after] = [tokens[from - 1], tokens[to]];
  const isForThing = cue?.type === "purpose" && !when.isHoliday;
  if ((cue && !isForThing) || when.part || (when.day && when.clock) || !before) return false;
  if (
    !isForThing &&
    !isErrand(before.word) &&
    !["a", "an", "the", "'s", "my", "our", "her", "his"].includes(before.word)
  )
    return false;
  if (after?.type !== "word" || names.has(after.word) || isErrand(after.word)) return false;
  return ![connectingWords, determiners, referringWords, kinshipWords, appointmentWords, eventWords].some((words) =>
    words.has(after.word),
  );
}

/** A bare weekday or month in front of a thing is likelier its name than its date; "Friday's trip" is on that day. */
export function isPartOfName({ tokens }: Scan, { from, to, when, cue }: TimePhrase): boolean {
  if (tokens[to]?.word === "'s") return false;
  return !when.day || when.repetition !== undefined || to - from === (cue ? 2 : 1);
}

/** 7 and 8 are as likely in the evening, 8 and 9 unless it is a dentist's, and others for what happens at any hour. */
function otherHalfOf(when: When, due: Due, { isAtAnyHour, mayBeLate, isByDay, isAtOffice }: HalfHints): When[] {
  const { clock, day, part } = when;
  if (clock?.half !== "bare" || part || clock.hour === 12) return [];
  const isMorning = Number(due.local.slice(11, 13)) < 12;
  const isEither = clock.hour === 7 || (clock.hour === 8 && !(isAtOffice && day)) || (clock.hour === 9 && !isByDay);
  const isPassed = !day && clock.hour > 8 && !isMorning;
  const isAnyHour = (isAtAnyHour && clock.hour > 3) || (mayBeLate && !isByDay && clock.hour > 8);
  if (!isEither && !isPassed && !isAnyHour) return [];
  return [{ ...when, clock: { ...clock, half: isMorning ? "pm" : "am" } }];
}
