// The only file that knows time zones. Everything else handles UTC instants as ISO text and wall-clock times.
import { Temporal } from "temporal-polyfill";

export { Temporal };

const knownZones = new Set([...Intl.supportedValuesOf("timeZone"), "UTC"]);

/** True when the text is a time zone that this machine knows, by its IANA name ("Europe/Berlin"). */
export function isTimeZone(text: string): boolean {
  if (knownZones.has(text)) return true;
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]*$/.test(text)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat("en-US", { timeZone: text }));
  } catch {
    return false;
  }
}

/** Every time zone that this machine knows by a name that people would look for, in alphabetical order. */
export function listTimeZones(): string[] {
  return ["UTC", ...Intl.supportedValuesOf("timeZone").filter((name) => name !== "UTC")];
}

/** The zone that was meant by its name or its city's, however it is written ("new york"); undefined for none of both. */
export function findTimeZone(text: string): string | undefined {
  if (isTimeZone(text) && text.includes("/")) return listTimeZones().find((name) => isSameName(name, text)) ?? text;
  const cities = listTimeZones().filter((name) => isSameName(name, text) || isSameName(name.split("/").at(-1), text));
  return cities.length === 1 ? cities[0] : undefined;
}

function isSameName(name: string | undefined, text: string): boolean {
  return name?.toLowerCase() === text.trim().replaceAll(/\s+/g, "_").toLowerCase();
}

/** The present instant: UTC, ISO 8601 with milliseconds, as it is stored. */
export function nowIso(): string {
  return new Date().toISOString();
}

/** What clocks in the zone show at the instant; those of UTC where the zone is not known any more. */
export function wallClockAt(instant: string, timeZone: string): Temporal.PlainDateTime {
  return Temporal.Instant.from(instant).toZonedDateTimeISO(knownOrUtc(timeZone)).toPlainDateTime();
}

/**
 * The instant (UTC, ISO 8601 with milliseconds) at which clocks in the zone show the wall-clock time.
 * One that a clock change skips moves forward by the gap; one that comes twice is the first.
 * A zone that is not known any more counts as UTC.
 */
export function instantOf(wallClock: Temporal.PlainDateTime, timeZone: string): string {
  return isoMilliseconds(wallClock.toZonedDateTime(knownOrUtc(timeZone), { disambiguation: "compatible" }).toInstant());
}

/** Zones are renamed and dropped: what is kept with one of another year must not stop everybody's work. */
function knownOrUtc(timeZone: string): string {
  return isTimeZone(timeZone) ? timeZone : "UTC";
}

/** Whole minutes of real time from one instant to another. */
export function minutesBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 60_000);
}

/** Real time. */
interface Duration {
  hours?: number;
  minutes?: number;
  seconds?: number;
}

/** The instant so much real time later, whatever the clocks do meanwhile. */
export function laterBy(instant: string, duration: Duration): string {
  return isoMilliseconds(Temporal.Instant.from(instant).add(duration));
}

/** The instant so much real time earlier. */
export function earlierBy(instant: string, duration: Duration): string {
  return isoMilliseconds(Temporal.Instant.from(instant).subtract(duration));
}

/** Real time from one instant to another, in whole seconds; below zero when the other is earlier. */
export function secondsBetween(instant: string, other: string): number {
  return Math.round((Date.parse(other) - Date.parse(instant)) / 1_000);
}

function isoMilliseconds(instant: Temporal.Instant): string {
  return instant.toString({ fractionalSecondDigits: 3 });
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** The instant as cards show it in the zone: short month, day, hour:minute, 12-hour, en-US (specification, section 3). */
export function formatDue(instant: string, timeZone: string): string {
  return formatIn(timeZone, { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" }, instant);
}

/** The time of day in the zone: "3:00 PM". */
export function formatTime(instant: string, timeZone: string): string {
  return formatIn(timeZone, { hour: "numeric", minute: "2-digit" }, instant);
}

/** The day in the zone: "Nov 21". */
export function formatDate(instant: string, timeZone: string): string {
  return formatIn(timeZone, { month: "short", day: "numeric" }, instant);
}

/** The instant's day in the zone: "Nov 21, 2026". */
export function formatFullDate(instant: string, timeZone: string): string {
  return formatIn(timeZone, { month: "short", day: "numeric", year: "numeric" }, instant);
}

/** The time of day in the zone, and whose it is: "3:00 PM New York time". */
export function formatTimeAt(instant: string, timeZone: string): string {
  const city = timeZone.split("/").at(-1)?.replaceAll("_", " ");
  return `${formatTime(instant, timeZone)} ${city} time`;
}

/** True when clocks in both zones show the same at the instant. */
export function sameWallClock(instant: string, zone: string, otherZone: string): boolean {
  return zone === otherZone || formatDue(instant, zone) === formatDue(instant, otherZone);
}

/** Making a formatter takes far longer than using it, and memory that Node is in no hurry to free. */
function formatIn(timeZone: string, options: Intl.DateTimeFormatOptions, instant: string): string {
  const key = `${timeZone} ${JSON.stringify(options)}`;
  let format = formatters.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat("en-US", { ...options, hour12: true, timeZone: knownOrUtc(timeZone) });
    formatters.set(key, format);
  }
  return format.format(new Date(instant));
}

/** A wall-clock time with its day of the week: "Sat, Nov 28, 12:00 PM". */
export function formatDay(wallClock: Temporal.PlainDateTime): string {
  const options = { weekday: "short", month: "short", day: "numeric", hour: "numeric", minute: "2-digit" } as const;
  return formatIn("UTC", options, `${wallClock.toString()}Z`);
}

/** A day with its day of the week: "Sat, Nov 28", with its year if told. */
export function formatWeekday(day: Temporal.PlainDate, withYear: boolean): string {
  const options = { weekday: "short", month: "short", day: "numeric" } as const;
  return formatIn("UTC", withYear ? { ...options, year: "numeric" } : options, `${day.toString()}T00:00Z`);
}
