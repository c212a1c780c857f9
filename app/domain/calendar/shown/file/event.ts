import type ICAL from "ical.js";
import { collapseWhitespace } from "#app/domain/core/zod.ts";
import { truncate } from "#app/domain/outbox/rendering/plain-words.ts";
import { type FileZone, plain } from "./zones.ts";

type Library = typeof ICAL;
type Property = ICAL.Property;
type Time = ICAL.Time;

/** A time as its calendar means it: the wall clock, and the zone if it has one. */
export interface Moment {
  wallClock: Time;
  /** As `ShownEventTable` writes it. */
  written: string;
}

export interface FileEvent {
  uid: string;
  title: string;
  /** An empty string without one. */
  location: string;
  isCancelled: boolean;
  sequence: number;
  start: Moment;
  zone: FileZone | "utc" | undefined;
  /** The length: in days for a whole-day event, in seconds for any other. */
  length: number;
  rule: ICAL.Recur | undefined;
  further: Moment[];
  /** Written times, or dates for all that begins on them. */
  excluded: Set<string>;
  /** The date of its series that it stands for. */
  replaces: Moment | undefined;
}

export type FindZone = (name: string) => FileZone | undefined;

const maxTitle = 200;
const maxDays = 400;

/** @throws if the event has no start, or a date that does not exist */
export function readEvent(library: Library, text: string, findZone: FindZone): FileEvent {
  const component = new library.Component(library.parse(text) as unknown[]);
  const find = (name: string) => component.getFirstProperty(name) ?? undefined;
  const momentsOf = (name: string) =>
    component
      .getAllProperties(name)
      .flatMap((property) => readMoments(library, property, findZone));
  const startProperty = find("dtstart");
  const [start] = startProperty ? readMoments(library, startProperty, findZone) : [];
  if (!start) throw new Error("The event has no start");
  const zone = zoneOf(startProperty!, start.wallClock, findZone);
  return {
    uid: textOf(find("uid")) || text,
    title: titleOf(textOf(find("summary"))),
    location: lineOf(textOf(find("location"))),
    isCancelled: textOf(find("status")).toUpperCase() === "CANCELLED",
    sequence: Number(textOf(find("sequence"))) || 0,
    start,
    zone,
    length: lengthOf(start, momentsOf("dtend")[0], find("duration")?.getFirstValue()),
    rule: find("rrule")?.getFirstValue() as ICAL.Recur | undefined,
    further: momentsOf("rdate"),
    excluded: new Set(momentsOf("exdate").map(({ written }) => written)),
    replaces: momentsOf("recurrence-id")[0],
  };
}

function readMoments(library: Library, property: Property, findZone: FindZone): Moment[] {
  return property.getValues().flatMap((value: unknown) => {
    const time = value instanceof library.Period ? value.start : value;
    if (!(time instanceof library.Time)) return [];
    return [toMoment(time, zoneOf(property, time, findZone))];
  });
}

function zoneOf(property: Property, { isDate, zone }: Time, findZone: FindZone): FileEvent["zone"] {
  if (isDate) return undefined;
  if (zone?.tzid === "UTC") return "utc";
  const name = property.getFirstParameter("tzid");
  return name ? findZone(name) : undefined;
}

export function toMoment(wallClock: Time, zone: FileEvent["zone"]): Moment {
  return { wallClock, written: write(wallClock, zone) };
}

function write(wallClock: Time, zone: FileEvent["zone"]): string {
  if (wallClock.isDate) return plain(wallClock).toPlainDate().toString();
  if (zone === undefined) return plain(wallClock).toString({ smallestUnit: "minute" });
  if (zone === "utc") return `${plain(wallClock).toString({ fractionalSecondDigits: 3 })}Z`;
  return zone.instantOf(wallClock);
}

/** Writes when an event ends that begins at a written time. */
export function endOf(starts: string, length: number): string {
  const milliseconds = length * (isDay(starts) ? 86_400_000 : 1_000);
  const end = new Date(millisecondsOf(starts) + milliseconds).toISOString();
  return isInstant(starts) ? end : end.slice(0, starts.length);
}

export const isDay = (written: string) => written.length === "2026-11-28".length;
export const isInstant = (written: string) => written.endsWith("Z");

/** Reads a time without a zone as if it were UTC, to compare it with others of its kind. */
function millisecondsOf(written: string): number {
  return Date.parse(isDay(written) || isInstant(written) ? written : `${written}Z`);
}

function lengthOf(start: Moment, end: Moment | undefined, duration: unknown): number {
  const seconds = Math.min(
    isDuration(duration) ? duration.toSeconds() : secondsTo(start, end),
    maxDays * 86_400,
  );
  return isDay(start.written)
    ? Math.max(1, Math.floor(seconds / 86_400))
    : Math.max(0, Math.round(seconds));
}

function secondsTo(start: Moment, end: Moment | undefined): number {
  if (!end || isDay(end.written) !== isDay(start.written)) return 0;
  return (millisecondsOf(end.written) - millisecondsOf(start.written)) / 1_000;
}

function isDuration(value: unknown): value is ICAL.Duration {
  return typeof value === "object" && value !== null && "toSeconds" in value;
}

/** Returns the title on one line, without characters that would reorder the words around it. */
export const titleOf = (summary: string): string => lineOf(summary) || "Untitled";

function lineOf(text: string): string {
  const line = collapseWhitespace(text)
    .replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, "")
    .trim();
  return truncate(line, maxTitle);
}

function textOf(property: Property | undefined): string {
  const value: unknown = property?.getFirstValue();
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
