import type ICAL from "ical.js";
import { newSlices } from "#app/domain/core/in-slices.ts";
import { type FileEvent, type Moment, toMoment } from "./event.ts";

type Library = typeof ICAL;
type Time = ICAL.Time;

/** Days, YYYY-MM-DD. Includes the first, and not the last. */
export interface Window {
  from: string;
  before: string;
}

/** The search for days and weeks begins near the window; a month takes three steps. */
const maxStepsOfSeries = 4_000;
const maxSteps = 50_000;
/** Every day of the window. */
const maxDatesOfSeries = 500;
const maxInterval = 1_000;

class GivenUp extends Error {}

export type Search = ReturnType<typeof newSearch>;

/**
 * Bounds what the series of one calendar may cost together. Alone, the library searches forever for
 * the 30th of February; it calls these functions for all seconds, days or months that it tries.
 */
export function newSearch(library: Library) {
  let steps = maxSteps;
  let stepsOfSeries = 0;
  let lastYear = 0;
  const step = ({ year }: Time) => {
    steps -= 1;
    stepsOfSeries -= 1;
    if (steps < 0 || stepsOfSeries < 0 || year > lastYear) throw new GivenUp();
  };
  class BoundedIterator extends library.RecurIterator {
    override check_contracting_rules(): boolean {
      step(this.last);
      return super.check_contracting_rules();
    }

    override increment_month(): void {
      step(this.last);
      super.increment_month();
    }
  }
  return {
    library,
    /** Lets others run from time to time. */
    pause: newSlices(),
    /** Starts the search for the dates of a rule, which ends that for the one before. */
    begin(rule: ICAL.Recur, dtstart: Time, year: number): ICAL.RecurIterator {
      stepsOfSeries = maxStepsOfSeries;
      lastYear = year;
      return new BoundedIterator({ rule, dtstart });
    },
  };
}

/** Lists the dates of an event that begin in the window, without those that were taken out. */
export async function listDates(
  search: Search,
  event: FileEvent,
  window: Window,
): Promise<Moment[]> {
  const dates = new Map<string, Moment>();
  const add = (moment: Moment) => {
    if (isWithin(moment.written, window) && !isExcluded(event, moment))
      dates.set(moment.written, moment);
  };
  for (const moment of [event.start, ...event.further]) add(moment);
  for await (const wallClock of repeat(search, event, window)) {
    if (dates.size >= maxDatesOfSeries) break;
    add(toMoment(wallClock, event.zone));
  }
  return [...dates.values()].slice(0, maxDatesOfSeries);
}

export function isWithin(written: string, { from, before }: Window): boolean {
  return written >= from && written < before;
}

function isExcluded({ excluded }: FileEvent, { wallClock, written }: Moment): boolean {
  return excluded.has(written) || excluded.has(dayOf(wallClock));
}

/**
 * Yields the wall clocks of the event's rule that are near the window, for as long as they are cheap
 * to find.
 */
async function* repeat(
  { library, pause, begin }: Search,
  { start, zone, rule }: FileEvent,
  window: Window,
): AsyncGenerator<Time> {
  // A number that is too large takes the library forever to add to a date.
  if (!rule || rule.interval > maxInterval || /SECONDLY|MINUTELY/.test(rule.freq)) return;
  const first = withoutZone(library, start.wallClock);
  const limited = rule.clone();
  const until = earlier(untilOf(library, rule, first, zone), endOfWindow(library, window, first));
  limited.until = until;
  if (first.compare(until) > 0) return;
  const nearFrom = dayOf(shifted(library, window.from, -1));
  try {
    const iterator = begin(limited, nearWindow(first, rule, window), until.year);
    for (let next = iterator.next(); next; next = iterator.next()) {
      if (dayOf(next) >= nearFrom) yield next.clone();
      await pause();
    }
  } catch {
    // The dates that were found so far stay: a rule may be invalid, or have no further date.
  }
}

const daysPerPeriod: Record<string, number> = { DAILY: 1, WEEKLY: 7 };

/** Skips years of days and weeks before the window, unless all of them have to be counted. */
function nearWindow(first: Time, { freq, interval, count }: ICAL.Recur, { from }: Window): Time {
  const days = (daysPerPeriod[freq] ?? 0) * interval;
  if (days === 0 || count) return first;
  const daysBefore = (Date.parse(from) - Date.parse(dayOf(first))) / 86_400_000;
  const periods = Math.floor(daysBefore / days) - 1;
  if (periods <= 0) return first;
  const near = first.clone();
  near.adjust(periods * days, 0, 0, 0);
  return near;
}

/** The wall clock of the series' own zone: RFC 5545 has UNTIL in UTC. */
function untilOf(
  library: Library,
  { until }: ICAL.Recur,
  { isDate }: Time,
  zone: FileEvent["zone"],
): Time | undefined {
  if (!until) return undefined;
  const isUtc = until.zone?.tzid === "UTC";
  const hasZone = zone !== undefined && zone !== "utc";
  const wallClock = withoutZone(library, isUtc && hasZone ? zone.wallClockAt(until) : until);
  if (isDate) return library.Time.fromData({ ...ymd(wallClock), isDate: true });
  // A day means all of it.
  if (until.isDate)
    return library.Time.fromData({ ...ymd(wallClock), hour: 23, minute: 59, second: 59 });
  return wallClock;
}

function endOfWindow(library: Library, { before }: Window, { isDate }: Time): Time {
  const end = shifted(library, before, 1);
  return isDate ? end : library.Time.fromData({ ...ymd(end), hour: 0, minute: 0, second: 0 });
}

function earlier(one: Time | undefined, other: Time): Time {
  return one && one.compare(other) < 0 ? one : other;
}

function shifted(library: Library, day: string, days: number): Time {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  return library.Time.fromData({ year, month, day: date + days, isDate: true });
}

const ymd = ({ year, month, day }: Time) => ({ year, month, day });

function withoutZone(library: Library, time: Time): Time {
  const { hour, minute, second, isDate } = time;
  if (isDate) return library.Time.fromData({ ...ymd(time), isDate: true });
  return library.Time.fromData({ ...ymd(time), hour, minute, second });
}

/** YYYY-MM-DD. */
function dayOf({ year, month, day }: Time): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`;
}
