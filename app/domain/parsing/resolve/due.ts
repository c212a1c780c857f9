import { instantOf, laterBy, Temporal, wallClockAt } from "#app/domain/time.ts";
import { isBefore } from "../calendar/days.ts";
import type { Day, Due, When } from "../types.ts";
import { type HalfOfDay, minutesOf } from "./hours.ts";

type PlainDate = Temporal.PlainDate;
type PlainDateTime = Temporal.PlainDateTime;

const lateToday = 18 * 60;
const lastMinute = 23 * 60 + 59;
const maxYearsAhead = 150;

/** When a request is due, asked at the instant `now`; null for a day that has gone by or that nobody plans for. */
export function dueOf(when: When, leaning: HalfOfDay, now: string, timeZone: string): Due | null {
  const instant = instantOfWhen(when, leaning, now, timeZone);
  if (!instant) return null;
  return { local: wallClockAt(instant, timeZone).toString({ smallestUnit: "minute" }), instant };
}

function instantOfWhen(when: When, leaning: HalfOfDay, now: string, timeZone: string): string | null {
  if (when.afterMinutes !== undefined) return laterBy(now, { minutes: when.afterMinutes });
  const here = wallClockAt(now, timeZone);
  const told = when.isAtCurrentTime ? atThisTime(when, here) : when;
  const due = told.day ? onDay(told.day, told, leaning, here) : nextTime(told, leaning, here);
  return due && due.year <= here.year + maxYearsAhead ? instantOf(due, timeZone) : null;
}

function atThisTime(when: When, { hour, minute }: PlainDateTime): When {
  return { ...when, clock: { hour, minute, half: "exact" } };
}

function onDay(day: Day, when: When, leaning: HalfOfDay, now: PlainDateTime): PlainDateTime | null {
  const today = now.toPlainDate();
  const date = day.type === "once" ? day.date(now) : day.next(today);
  if (!date || isBefore(date, today)) return null;
  if (!date.equals(today)) return at(date, minutesOf(when, leaning, null));
  if (day.type === "once") return laterToday(when, leaning, now);

  const isTimed = Boolean(when.clock || when.part);
  const isDate = !day.isTodayOnlyWithTime && !when.exceedsDueDate;
  const due = at(today, minutesOf(when, leaning, isDate ? minutesInto(now) : null));
  if ((isTimed || !day.isTodayOnlyWithTime) && !isPast(due, now)) return due;
  if (isDate && !isTimed) return laterToday(when, leaning, now);
  return at(day.next(today.add({ days: 1 })), minutesOf(when, leaning, null));
}

/** A time without a day: today, or tomorrow when that time has passed. */
function nextTime(when: When, leaning: HalfOfDay, now: PlainDateTime): PlainDateTime {
  const today = now.toPlainDate();
  const due = at(today, minutesOf(when, leaning, minutesInto(now)));
  return isPast(due, now) ? at(today.add({ days: 1 }), minutesOf(when, leaning, null)) : due;
}

/** A time of today, never in the past: late today, or the next full hour, which stays on this day. */
function laterToday(when: When, leaning: HalfOfDay, now: PlainDateTime): PlainDateTime {
  const today = now.toPlainDate();
  const passed = minutesInto(now);
  const due = at(today, minutesOf(when, leaning, passed));
  if (!isPast(due, now)) return due;
  const isTimed = Boolean(when.clock || when.part);
  if (!isTimed && passed <= lateToday) return at(today, lateToday);
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
