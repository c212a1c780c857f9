import {
  earlierBy,
  instantOf,
  laterBy,
  momentOf,
  nextFullMinute,
  Temporal,
  wallClockAt,
} from "#app/domain/core/time.ts";
import { isBefore } from "../calendar/days.ts";
import type { Day, Due, When } from "../types.ts";
import type { HalfOfDay } from "./half-of-day.ts";
import { minutesOf } from "./hours.ts";
import type { Reminder } from "./reminders.ts";

type PlainDate = Temporal.PlainDate;
type PlainDateTime = Temporal.PlainDateTime;

const lateToday = 18 * 60;
const lastMinute = 23 * 60 + 59;
const maxYearsAhead = 150;

/** Returns null for a time in the past, or more than 150 years ahead. */
export function dueOf(
  when: When,
  preferredHalf: HalfOfDay | null,
  now: string,
  timeZone: string,
): Due | null {
  const due = readWhen(when, preferredHalf, now, timeZone);
  return due === "passed" ? null : due;
}

/** A time that a clock change skips moves forward. */
export function dueAt(wallClock: PlainDateTime, timeZone: string): Due {
  const { instant, shown } = momentOf(wallClock, timeZone);
  const due = { local: toMinute(shown), instant };
  return shown.equals(wallClock) ? due : { ...due, skipped: toMinute(wallClock) };
}

export function hasPassed(
  when: When,
  preferredHalf: HalfOfDay | null,
  now: string,
  timeZone: string,
): boolean {
  return readWhen(when, preferredHalf, now, timeZone) === "passed";
}

/**
 * Ignores a reminder that is later than its task's due date. If its time has passed, it applies
 * only to the next occurrences.
 */
export function remindAtOf(
  reminder: Reminder | undefined,
  due: Due | null,
  { now, timeZone, isRepeating }: { now: string; timeZone: string; isRepeating: boolean },
): Due | null {
  if (!reminder || !due) return null;
  if (reminder.type === "due") return due;
  const remindAt =
    reminder.type === "at"
      ? dueOf(reminder.when, null, now, timeZone)
      : before(reminder, due, timeZone);
  if (!remindAt || remindAt.instant > due.instant) return null;
  return remindAt.instant >= now || (isRepeating && reminder.type === "before") ? remindAt : null;
}

/** True for "3 hours before" a task that is due in one hour. */
export function missesReminder(
  reminder: Reminder | undefined,
  due: Due | null,
  now: string,
  timeZone: string,
): boolean {
  if (!reminder || !due || reminder.type === "due") return false;
  if (reminder.type === "at") return hasPassed(reminder.when, null, now, timeZone);
  return before(reminder, due, timeZone).instant < now;
}

function before(
  { duration, when }: Extract<Reminder, { type: "before" }>,
  due: Due,
  timeZone: string,
): Due {
  const { minutes, days, months } = duration;
  const day = wallClockAt(due.instant, timeZone).subtract({ days, months });
  const local = when.part ? at(day.toPlainDate(), minutesOf(when, null, null)) : day;
  return dueAtInstant(earlierBy(instantOf(local, timeZone), { minutes }), timeZone);
}

function dueAtInstant(instant: string, timeZone: string): Due {
  return { local: toMinute(wallClockAt(instant, timeZone)), instant };
}

const toMinute = (wallClock: PlainDateTime) => wallClock.toString({ smallestUnit: "minute" });

function readWhen(
  when: When,
  preferredHalf: HalfOfDay | null,
  now: string,
  timeZone: string,
): Due | "passed" | null {
  // A due date has no seconds, and "in 20 minutes" must not come early.
  if (when.afterMinutes !== undefined) {
    return dueAtInstant(nextFullMinute(laterBy(now, { minutes: when.afterMinutes })), timeZone);
  }
  const here = nowAt(now, timeZone);
  const timed = when.isAtCurrentTime ? atCurrentTime(when, here) : when;
  const due = timed.day
    ? onDay(timed.day, timed, preferredHalf, here)
    : nextTime(timed, preferredHalf, here);
  if (due === "passed") return due;
  return due && due.year <= here.year + maxYearsAhead ? dueAt(due, timeZone) : null;
}

let last: { now: string; timeZone: string; here: PlainDateTime } | undefined;

/** All times in a text share one present. */
function nowAt(now: string, timeZone: string): PlainDateTime {
  if (last?.now !== now || last.timeZone !== timeZone)
    last = { now, timeZone, here: wallClockAt(now, timeZone) };
  return last.here;
}

function atCurrentTime(when: When, { hour, minute }: PlainDateTime): When {
  return { ...when, clock: { hour, minute, half: "exact" } };
}

function onDay(
  day: Day,
  when: When,
  preferredHalf: HalfOfDay | null,
  now: PlainDateTime,
): PlainDateTime | "passed" | null {
  const today = now.toPlainDate();
  const date = day.type === "once" ? day.date(now) : day.next(today);
  if (!date) return null;
  if (isBefore(date, today)) return "passed";
  if (!date.equals(today)) return at(date, minutesOf(when, preferredHalf, null));
  if (day.type === "once") return laterToday(when, preferredHalf, now);

  const isTimed = Boolean(when.clock || when.part);
  const isDate = !day.isTodayOnlyWithTime && !when.exceedsDueDate;
  const due = at(today, minutesOf(when, preferredHalf, isDate ? minutesInto(now) : null));
  if ((isTimed || !day.isTodayOnlyWithTime) && !isPast(due, now)) return due;
  if (isDate && !isTimed) return laterToday(when, preferredHalf, now);
  return at(day.next(today.add({ days: 1 })), minutesOf(when, preferredHalf, null));
}

function nextTime(when: When, preferredHalf: HalfOfDay | null, now: PlainDateTime): PlainDateTime {
  const today = now.toPlainDate();
  const due = at(today, minutesOf(when, preferredHalf, minutesInto(now)));
  return isPast(due, now) ? at(today.add({ days: 1 }), minutesOf(when, preferredHalf, null)) : due;
}

/**
 * Returns a time today. If part of the day has passed, it is 18:00 or the next full hour, at the
 * latest 23:59. A clock time that has passed leaves nothing to guess.
 */
function laterToday(
  when: When,
  preferredHalf: HalfOfDay | null,
  now: PlainDateTime,
): PlainDateTime | "passed" {
  const today = now.toPlainDate();
  const passed = minutesInto(now);
  const due = at(today, minutesOf(when, preferredHalf, passed));
  if (!isPast(due, now)) return due;
  if (when.clock) return "passed";
  if (!when.part && passed <= lateToday) return at(today, lateToday);
  return at(today, Math.min(60 * (now.hour + 1), lastMinute));
}

function at(date: PlainDate, minutes: number): PlainDateTime {
  return date.toPlainDateTime().add({ minutes });
}

function isPast(due: PlainDateTime, now: PlainDateTime): boolean {
  return Temporal.PlainDateTime.compare(due, now) < 0;
}

function minutesInto(now: PlainDateTime): number {
  return 60 * now.hour + now.minute;
}
