import type ICAL from "ical.js";
import { instantOf, Temporal } from "#app/domain/core/time.ts";
import type { Due } from "./fields.ts";
import {
  createReader,
  ifReadable,
  type Library,
  loadLibrary,
  parseCalendar,
  textOf,
} from "./read-object.server.ts";

type Component = ICAL.Component;

/** Instants; null without a bound. */
export interface TimeRange {
  start: string | null;
  end: string | null;
}

export interface PropertyFilter {
  /** In capitals, like a component's. */
  name: string;
  isMissing: boolean;
  during: TimeRange | null;
  words: { text: string; isNegated: boolean } | null;
}

export interface ComponentFilter {
  name: string;
  isMissing: boolean;
  during: TimeRange | null;
  components: ComponentFilter[];
  properties: PropertyFilter[];
}

/** Returns a function that tells if an object matches (RFC 4791, 9.7). */
export async function readFilter(
  filter: ComponentFilter,
  timeZone: string,
): Promise<(text: string) => boolean> {
  const library = await loadLibrary();
  return (text) => {
    const calendar = parseCalendar(library, text);
    const reader = createReader(library, calendar, timeZone);
    const matcher = { library, reader, timeZone };
    return matchesInside(matcher, calendar, filter);
  };
}

interface Matcher {
  library: Library;
  reader: ReturnType<typeof createReader>;
  timeZone: string;
}

function matchesInside(matcher: Matcher, component: Component, filter: ComponentFilter): boolean {
  return (
    (filter.during === null || isDuring(matcher, component, filter.during)) &&
    filter.properties.every((property) => matchesProperty(matcher, component, property)) &&
    filter.components.every((inner) => matchesComponent(matcher, component, inner))
  );
}

function matchesComponent(matcher: Matcher, parent: Component, filter: ComponentFilter): boolean {
  const found = parent.getAllSubcomponents(filter.name.toLowerCase());
  if (filter.isMissing) return found.length === 0;
  return found.some((component) => matchesInside(matcher, component, filter));
}

function matchesProperty(
  { library, reader, timeZone }: Matcher,
  component: Component,
  { name, isMissing, during, words }: PropertyFilter,
): boolean {
  const property = component.getFirstProperty(name.toLowerCase());
  if (isMissing || !property) return isMissing === (property === null);
  if (during) {
    const value = ifReadable(() => property.getFirstValue() as unknown, null);
    const moment = value instanceof library.Time ? reader.momentOf(property) : null;
    if (!moment || !overlaps(during, [instantAt(moment, timeZone)])) return false;
  }
  if (!words) return true;
  const has = ifReadable(() => textOf(component, name.toLowerCase()), "")
    .toLowerCase()
    .includes(words.text.toLowerCase());
  return has !== words.isNegated;
}

/** A to-do without dates is always there. What repeats is there from its first date on. */
function isDuring({ reader, timeZone }: Matcher, component: Component, range: TimeRange): boolean {
  const moments = ["dtstart", "dtend", "due", "completed", "created"].flatMap((name) => {
    const property = component.getFirstProperty(name);
    const moment = ifReadable(() => reader.momentOf(property), null);
    return moment ? [{ name, at: instantAt(moment, timeZone) }] : [];
  });
  const dates = moments.filter(({ name }) => name !== "completed" && name !== "created");
  const used = (dates.length > 0 ? dates : moments).map(({ at }) => at);
  if (used.length === 0) return true;
  const last = component.hasProperty("rrule") ? [...used, "9999-12-31T00:00:00.000Z"] : used;
  return overlaps(range, last);
}

function overlaps({ start, end }: TimeRange, moments: readonly string[]): boolean {
  const sorted = moments.toSorted();
  return (start === null || sorted.at(-1)! >= start) && (end === null || sorted[0]! < end);
}

const instantAt = (due: Due, timeZone: string): string =>
  "on" in due
    ? instantOf(Temporal.PlainDateTime.from(`${due.on}T00:00`), timeZone)
    : instantOf(Temporal.PlainDateTime.from(due.local), due.timeZone);
