import { bit } from "#app/domain/core/bit.ts";
import {
  dayName,
  formatDue,
  formatTime,
  formatTimeAt,
  instantOf,
  isSameWallClock,
  Temporal,
  wallClockAt,
} from "#app/domain/core/time.ts";
import type { Bit } from "#db/schema.ts";

/** All are null, or a UTC instant with its wall clock (YYYY-MM-DDTHH:mm) and zone. */
interface DueColumns {
  due_date: string | null;
  due_local: string | null;
  due_time_zone: string | null;
}

interface Timed {
  due_has_time: Bit;
}

export interface DueView {
  instant: string;
  /** The wall clock (YYYY-MM-DDTHH:mm) in the task's own zone. */
  local: string;
  /** In the viewer's zone, followed by the time in the task's own zone if that differs. */
  label: string;
  /** "Today", "Tomorrow" or "Friday", if it is one of the next days. */
  day: string | null;
  isOverdue: boolean;
  /** False if only its day was said. */
  hasTime: boolean;
  /** The task's own zone, if the viewer's clock shows another time. */
  timeZone?: string;
}

/** @param local wall clock (YYYY-MM-DDTHH:mm) in the zone */
export function dueColumns(local: string | null | undefined, timeZone: string): DueColumns {
  if (!local) return { due_date: null, due_local: null, due_time_zone: null };
  const wallClock = Temporal.PlainDateTime.from(local);
  return { due_date: instantOf(wallClock, timeZone), due_local: local, due_time_zone: timeZone };
}

/** The time of a task without a date that is given a day. */
export const usualTime = "12:00";

/**
 * Tells whether someone said the time of a new date, rather than keep the one that a form offers.
 * @param local wall clock (YYYY-MM-DDTHH:mm)
 */
export function saysTime(local: string, before: Pick<DueColumns, "due_local"> & Timed): Bit {
  if (before.due_local && before.due_has_time) return 1;
  const [time, timeBefore] = [local.slice(11), before.due_local?.slice(11)];
  return bit(time !== usualTime && time !== timeBefore);
}

/** A task without a said time is overdue when its day is over, in the viewer's zone. */
export function startOfToday(now: string, timeZone: string): string {
  return instantOf(wallClockAt(now, timeZone).toPlainDate().toPlainDateTime(), timeZone);
}

export function endOfToday(now: string, timeZone: string): string {
  const tomorrow = wallClockAt(now, timeZone).toPlainDate().add({ days: 1 });
  return instantOf(tomorrow.toPlainDateTime(), timeZone);
}

/**
 * Returns a key to sort dated tasks by. Like the whole-day entries of a calendar, tasks without a
 * said time come first on their day, in the viewer's zone.
 */
export function orderInDays(timeZone: string) {
  const starts = new Map<string, string>();
  const startOf = (instant: string) => {
    const start = starts.get(instant) ?? startOfToday(instant, timeZone);
    starts.set(instant, start);
    return start;
  };
  return (due_date: string, due_has_time: Bit) =>
    `${due_has_time ? due_date : startOf(due_date)} ${due_has_time}`;
}

export function viewDue(due: DueColumns & Timed, viewerZone: string, now: string): DueView | null {
  if (!due.due_date || !due.due_local || !due.due_time_zone) return null;
  const { due_date: instant, due_local: local, due_time_zone: timeZone } = due;
  return {
    instant,
    local,
    label: formatInZones(instant, viewerZone, timeZone, now),
    day: dayName(instant, viewerZone, now),
    isOverdue: instant < now && (due.due_has_time === 1 || instant < startOfToday(now, viewerZone)),
    hasTime: due.due_has_time === 1,
    ...(!isSameWallClock(instant, viewerZone, timeZone) && { timeZone }),
  };
}

/**
 * Returns "Nov 21, 3:00 PM", or "Nov 21, 9:00 PM (3:00 PM New York time)" if the task is in another
 * zone.
 */
export function formatInZones(
  instant: string,
  viewerZone: string,
  taskZone: string,
  now?: string,
): string {
  const here = formatDue(instant, viewerZone, now);
  return isSameWallClock(instant, viewerZone, taskZone)
    ? here
    : `${here} (${formatTimeAt(instant, taskZone)})`;
}

/**
 * Explains a due date that is later than requested, because a clock change skips that time; null
 * for any other.
 */
export function skippedTimeNote(reading: {
  due_local: string;
  due_time_zone: string;
  skipped_local: string | null;
}): string | null {
  const { due_local, due_time_zone, skipped_local } = reading;
  if (!skipped_local) return null;
  const instant = instantOf(Temporal.PlainDateTime.from(skipped_local), due_time_zone);
  const isDue = wallClockAt(instant, due_time_zone).equals(Temporal.PlainDateTime.from(due_local));
  // Another reading of the date may have been chosen.
  return isDue ? skippedTimeError(skipped_local, due_time_zone) : null;
}

/**
 * Explains a wall-clock time (YYYY-MM-DDTHH:mm) that a clock change skips in the zone; null for any
 * other.
 */
export function skippedTimeError(local: string | undefined, timeZone: string): string | null {
  if (!local) return null;
  const wallClock = Temporal.PlainDateTime.from(local);
  const instant = instantOf(wallClock, timeZone);
  if (wallClockAt(instant, timeZone).equals(wallClock)) return null;
  const skipped = formatTime(`${local}:00Z`, "UTC");
  return `The clocks go forward then, so there is no ${skipped} that day. The next is ${formatTime(instant, timeZone)}.`;
}
