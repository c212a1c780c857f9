import {
  formatTime,
  formatTimeAt,
  formatWeekday,
  isTimeZone,
  sameWallClock,
  type Temporal,
  wallClockAt,
} from "#app/domain/core/time.ts";

export interface Due {
  /** UTC, ISO 8601. */
  instant: string;
  /** Where it was said. */
  timeZone: string;
}

/**
 * When it is, in the zone where it was said: "today at 3:00 PM", "Sat, Nov 28 at 3:00 PM"; "… at 3:00 PM Berlin time"
 * where the reader's clocks show something else.
 * @param readerZone null for somebody whose zone nobody knows; they are taken to be where the task is
 */
export function saidWhen(due: Due, readerZone: string | null, now: string): string {
  // A zone that was known when the task was made may have gone since.
  const zone = [due.timeZone, readerZone, "UTC"].find((name) => name && isTimeZone(name)) ?? "UTC";
  const at = wallClockAt(due.instant, zone);
  const isElsewhere = readerZone && isTimeZone(readerZone) && !sameWallClock(due.instant, zone, readerZone);
  const time = isElsewhere ? formatTimeAt(due.instant, zone) : formatTime(due.instant, zone);
  return `${dayOf(at.toPlainDate(), wallClockAt(now, zone).toPlainDate())} at ${time}`;
}

function dayOf(day: Temporal.PlainDate, today: Temporal.PlainDate): string {
  const near = { "-1": "yesterday", 0: "today", 1: "tomorrow" }[today.until(day).days];
  return near ?? formatWeekday(day, day.year !== today.year);
}
