import {
  formatTime,
  formatTimeAt,
  formatDateWithWeekday,
  isTimeZone,
  isSameWallClock,
  type Temporal,
  wallClockAt,
} from "#app/domain/core/time.ts";

export interface Due {
  instant: string;
  timeZone: string;
}

/**
 * "today at 3:00 PM", or "Sat, Nov 28 at 3:00 PM Berlin time" for a reader known to be in another
 * zone.
 */
export function formatDue(due: Due, readerZone: string | null, now: string): string {
  // Time zone updates can remove a zone.
  const zone = [due.timeZone, readerZone, "UTC"].find((name) => name && isTimeZone(name)) ?? "UTC";
  const at = wallClockAt(due.instant, zone);
  const isElsewhere =
    readerZone && isTimeZone(readerZone) && !isSameWallClock(due.instant, zone, readerZone);
  const time = isElsewhere ? formatTimeAt(due.instant, zone) : formatTime(due.instant, zone);
  return `${dayOf(at.toPlainDate(), wallClockAt(now, zone).toPlainDate())} at ${time}`;
}

/** Returns "today", or "Sat, Nov 28". */
export function formatDueDay({ instant, timeZone }: Due, now: string): string {
  const zone = isTimeZone(timeZone) ? timeZone : "UTC";
  return dayOf(wallClockAt(instant, zone).toPlainDate(), wallClockAt(now, zone).toPlainDate());
}

function dayOf(day: Temporal.PlainDate, today: Temporal.PlainDate): string {
  const near = { "-1": "yesterday", 0: "today", 1: "tomorrow" }[today.until(day).days];
  return near ?? formatDateWithWeekday(day, day.year !== today.year);
}
