// The only file that knows about time zones. Everywhere else, instants are UTC as ISO text.
import { LRUCache } from "lru-cache";
import { Temporal } from "temporal-polyfill";

const monthAndDay = { month: "short", day: "numeric" } as const;

export { Temporal };

const listedZones = new Set([...Intl.supportedValuesOf("timeZone"), "UTC"]);

/** Aliases of zones, such as "Asia/Kolkata". Each call of Intl takes 0.1 ms. */
const aliases = new LRUCache<string, boolean>({ max: 1_000 });

export function isTimeZone(text: string): boolean {
  if (listedZones.has(text) || aliases.has(text)) return true;
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]*$/.test(text)) return false;
  try {
    aliases.set(text, Boolean(new Intl.DateTimeFormat("en-US", { timeZone: text })));
    return true;
  } catch {
    return false;
  }
}

export function listTimeZones(): string[] {
  return ["UTC", ...Intl.supportedValuesOf("timeZone").filter((name) => name !== "UTC")];
}

/**
 * Finds a zone by its name or city in any case ("new york"); undefined if none or several match.
 */
export function findTimeZone(text: string): string | undefined {
  if (isTimeZone(text) && text.includes("/"))
    return listTimeZones().find((name) => isSameName(name, text)) ?? text;
  const cities = listTimeZones().filter(
    (name) => isSameName(name, text) || isSameName(name.split("/").at(-1), text),
  );
  return cities.length === 1 ? cities[0] : undefined;
}

function isSameName(name: string | undefined, text: string): boolean {
  return name?.toLowerCase() === text.trim().replaceAll(/\s+/g, "_").toLowerCase();
}

/** UTC, ISO 8601 with milliseconds: the format of every stored instant. */
export function nowIso(): string {
  return new Date().toISOString();
}

/** An unknown zone counts as UTC. */
export function wallClockAt(instant: string, timeZone: string): Temporal.PlainDateTime {
  return Temporal.Instant.fromEpochMilliseconds(Date.parse(instant))
    .toZonedDateTimeISO(knownOrUtc(timeZone))
    .toPlainDateTime();
}

/**
 * Moves a skipped time forward by the gap; a repeated one means the first. An unknown zone counts
 * as UTC.
 */
export function instantOf(wallClock: Temporal.PlainDateTime, timeZone: string): string {
  return isoMilliseconds(zonedOf(wallClock, timeZone));
}

/** Also returns the time that the wall clock shows at the instant, which differs in a clock gap. */
export function momentOf(
  wallClock: Temporal.PlainDateTime,
  timeZone: string,
): { instant: string; shown: Temporal.PlainDateTime } {
  const zoned = zonedOf(wallClock, timeZone);
  return { instant: isoMilliseconds(zoned), shown: zoned.toPlainDateTime() };
}

function zonedOf(wallClock: Temporal.PlainDateTime, timeZone: string): Temporal.ZonedDateTime {
  return wallClock.toZonedDateTime(knownOrUtc(timeZone), { disambiguation: "compatible" });
}

/** Zones get renamed and dropped, and a stored one must not break reading the row. */
function knownOrUtc(timeZone: string): string {
  return isTimeZone(timeZone) ? timeZone : "UTC";
}

export function minutesBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 60_000);
}

/** Elapsed time, regardless of clock changes. */
interface Duration {
  hours?: number;
  minutes?: number;
  seconds?: number;
}

export function laterBy(instant: string, duration: Duration): string {
  return new Date(Date.parse(instant) + inMilliseconds(duration)).toISOString();
}

/** The start of the next minute, or the instant itself if a minute starts there. */
export function nextFullMinute(instant: string): string {
  return new Date(Math.ceil(Date.parse(instant) / 60_000) * 60_000).toISOString();
}

export function earlierBy(instant: string, duration: Duration): string {
  return new Date(Date.parse(instant) - inMilliseconds(duration)).toISOString();
}

export function inMilliseconds({ hours = 0, minutes = 0, seconds = 0 }: Duration): number {
  return ((hours * 60 + minutes) * 60 + seconds) * 1_000;
}

/** Negative when `other` is earlier. */
export function secondsBetween(instant: string, other: string): number {
  return Math.round((Date.parse(other) - Date.parse(instant)) / 1_000);
}

function isoMilliseconds({ epochMilliseconds }: Temporal.ZonedDateTime): string {
  return new Date(epochMilliseconds).toISOString();
}

/**
 * "Nov 21, 3:00 PM" (specification, section 3); in another year than now's, "Nov 21, 2031, 3:00
 * PM".
 */
export function formatDue(instant: string, timeZone: string, now: string = nowIso()): string {
  return `${formatDate(instant, timeZone, now)}, ${formatTime(instant, timeZone)}`;
}

/**
 * "Today", "Tomorrow", or the weekday of the next six days, in the zone; null for any other day.
 */
export function dayName(instant: string, timeZone: string, now: string = nowIso()): string | null {
  const [day, today] = [instant, now].map((at) => dayNumber(at, timeZone));
  const daysAhead = day! - today!;
  if (daysAhead < 0 || daysAhead > 6) return null;
  return ["Today", "Tomorrow"][daysAhead] ?? formatIn(timeZone, "weekday", instant);
}

/** Days since 1970 in the zone. */
function dayNumber(instant: string, timeZone: string): number {
  const [month, day, year] = formatIn(timeZone, "numbers", instant).split("/");
  return Date.UTC(Number(year), Number(month) - 1, Number(day)) / 86_400_000;
}

export function formatTime(instant: string, timeZone: string): string {
  return formatIn(timeZone, "time", instant);
}

/** "7 PM", "7:30 PM". @param time HH:mm */
export function formatClock(time: string): string {
  return formatIn("UTC", time.endsWith(":00") ? "hour" : "time", `2000-01-01T${time}:00Z`);
}

/** "Nov 21", or "Nov 21, 2031" in another year than now's. */
export function formatDate(instant: string, timeZone: string, now: string = nowIso()): string {
  const [year, thisYear] = [instant, now].map((at) => formatIn(timeZone, "year", at));
  if (year !== thisYear) return formatFullDate(instant, timeZone);
  return formatIn(timeZone, "date", instant);
}

/** "Nov 21, 2026". */
export function formatFullDate(instant: string, timeZone: string): string {
  return formatIn(timeZone, "fullDate", instant);
}

/** "3:00 PM New York time". */
export function formatTimeAt(instant: string, timeZone: string): string {
  return `${formatTime(instant, timeZone)} ${zoneWords(timeZone)}`;
}

/** "New York time". */
export function zoneWords(timeZone: string): string {
  return `${timeZone.split("/").at(-1)?.replaceAll("_", " ")} time`;
}

export function isSameWallClock(instant: string, zone: string, otherZone: string): boolean {
  return zone === otherZone || wallClockAt(instant, zone).equals(wallClockAt(instant, otherZone));
}

const dateFormats = {
  year: { year: "numeric" },
  weekday: { weekday: "long" },
  shortWeekday: { weekday: "short" },
  numbers: { month: "numeric", day: "numeric", year: "numeric" },
  date: monthAndDay,
  fullDate: { ...monthAndDay, year: "numeric" },
  weekdayAndDate: { ...monthAndDay, weekday: "long" },
  shortWeekdayAndDate: { ...monthAndDay, weekday: "short" },
  shortWeekdayAndFullDate: { ...monthAndDay, weekday: "short", year: "numeric" },
  hour: { hour: "numeric" },
  time: { hour: "numeric", minute: "2-digit" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

const formatters = new Map<string, Intl.DateTimeFormat>();

/**
 * A list shows the same dates again and again, and formatting one takes as long as rendering
 * several elements.
 */
const formatted = new LRUCache<string, string>({ max: 5_000 });

/** Formatters are cached: creating one is slow and takes memory that Node frees late. */
function formatIn(timeZone: string, format: keyof typeof dateFormats, instant: string): string {
  const key = `${format} ${timeZone}`;
  // No format shows seconds.
  const textKey = `${key} ${Math.floor(Date.parse(instant) / 60_000)}`;
  const known = formatted.get(textKey);
  if (known !== undefined) return known;
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat("en-US", {
      ...dateFormats[format],
      hour12: true,
      timeZone: knownOrUtc(timeZone),
    });
    formatters.set(key, formatter);
  }
  const text = formatter.format(new Date(instant));
  formatted.set(textKey, text);
  return text;
}

/** "Sat, Nov 28, 12:00 PM". */
export function formatWallClock(wallClock: Temporal.PlainDateTime, withYear: boolean): string {
  const time = formatTime(`${wallClock.toString()}Z`, "UTC");
  return `${formatDateWithWeekday(wallClock.toPlainDate(), withYear)}, ${time}`;
}

/** "Monday". */
export function formatWeekday(day: Temporal.PlainDate): string {
  return formatIn("UTC", "weekday", `${day.toString()}T00:00Z`);
}

/** "Monday, Oct 12". */
export function formatDayName(day: Temporal.PlainDate): string {
  return formatIn("UTC", "weekdayAndDate", `${day.toString()}T00:00Z`);
}

/** "Sat, Nov 28" or "Sat, Nov 28, 2026". */
export function formatDateWithWeekday(day: Temporal.PlainDate, withYear: boolean): string {
  return formatIn(
    "UTC",
    withYear ? "shortWeekdayAndFullDate" : "shortWeekdayAndDate",
    `${day.toString()}T00:00Z`,
  );
}

/**
 * Formats another reading of a date: "Fri 8 AM", and with the date from a week ahead: "Fri, Oct 23,
 * 8 AM".
 */
export function formatShortDue(local: string, today: Temporal.PlainDate): string {
  const wallClock = Temporal.PlainDateTime.from(local);
  const day = wallClock.toPlainDate();
  const time = formatIn("UTC", wallClock.minute === 0 ? "hour" : "time", `${local}:00Z`);
  if (today.until(day).days < 7)
    return `${formatIn("UTC", "shortWeekday", `${local}:00Z`)} ${time}`;
  return `${formatDateWithWeekday(day, day.year !== today.year)}, ${time}`;
}
