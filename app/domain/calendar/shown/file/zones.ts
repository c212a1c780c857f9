import type ICAL from "ical.js";
import { instantOf, isTimeZone, Temporal, wallClockAt } from "#app/domain/core/time.ts";

type Time = ICAL.Time;
type Library = typeof ICAL;

/** A time zone of a calendar's file. */
export interface FileZone {
  instantOf: (wallClock: Time) => string;
  wallClockAt: (instant: Time) => Time;
}

/**
 * Finds zones by their names. Names of our own win over what the file says of them, which may be
 * outdated; Outlook's names are only known from the file. Returns undefined for any other name.
 */
export function createZoneFinder(library: Library, zones: ReadonlyMap<string, string>) {
  const found = new Map<string, FileZone | undefined>();
  return (name: string): FileZone | undefined => {
    if (!found.has(name)) found.set(name, findZone(library, zones, name));
    return found.get(name);
  };
}

function findZone(
  library: Library,
  zones: ReadonlyMap<string, string>,
  name: string,
): FileZone | undefined {
  if (isTimeZone(name)) return namedZone(library, name);
  const text = zones.get(name);
  if (text === undefined) return undefined;
  const location = /^X-LIC-LOCATION:(.*)$/im.exec(text)?.[1]?.trim();
  if (location && isTimeZone(location)) return namedZone(library, location);
  if (text.length > maxZoneLength) return undefined;
  const component = new library.Component(library.parse(text) as unknown[]);
  if (!isUsual(library, component)) return undefined;
  const zone = new library.Timezone({ component, tzid: name });
  return {
    instantOf(wallClock) {
      const local = wallClock.clone();
      local.zone = zone;
      return new Date(local.toUnixTime() * 1_000).toISOString();
    },
    wallClockAt: (instant) => instant.convertToZone(zone),
  };
}

const maxZoneLength = 50_000;
/** Outlook's zones begin in 1601. */
const firstYear = 1_600;

/**
 * The library lists each change of a zone's clock up to our time, which takes minutes if there is
 * one every second.
 */
function isUsual(library: Library, zone: ICAL.Component): boolean {
  return zone.getAllSubcomponents().every((part) => {
    const start: unknown = part.getFirstPropertyValue("dtstart");
    const rules = part.getAllProperties("rrule").map((rule) => rule.getFirstValue() as unknown);
    const isYearly = rules.every((rule) => rule instanceof library.Recur && rule.freq === "YEARLY");
    return isYearly && start instanceof library.Time && start.year >= firstYear;
  });
}

function namedZone(library: Library, name: string): FileZone {
  return {
    instantOf: (wallClock) => instantOf(plain(wallClock), name),
    wallClockAt(instant) {
      const at = new Date(instant.toUnixTime() * 1_000).toISOString();
      const { year, month, day, hour, minute, second } = wallClockAt(at, name);
      return library.Time.fromData({ year, month, day, hour, minute, second });
    },
  };
}

export function plain({ year, month, day, hour, minute, second }: Time): Temporal.PlainDateTime {
  return Temporal.PlainDateTime.from({ year, month, day, hour, minute, second });
}
