import { mapInSlices } from "#app/domain/core/in-slices.ts";
import type { FileParts } from "./components.ts";
import { isWithin, listDates, newSearch, type Search, type Window } from "./dates.ts";
import { endOf, type FileEvent, readEvent } from "./event.ts";
import { createZoneFinder } from "./zones.ts";

/** Times are written as `ShownEventTable` has them. */
export interface ListedEvent {
  /** Empty if the household may not see it. */
  title: string;
  starts: string;
  ends: string;
}

const maxEvents = 1_000;

/**
 * Lists the events of a calendar's file on each of their dates in the window: those nearest to
 * `today`, in the order of time. Skips what it can't read.
 * @param today YYYY-MM-DD
 */
export async function listEvents(
  parts: FileParts,
  window: Window,
  today: string,
): Promise<ListedEvent[]> {
  const all = await listSeries(parts, window);
  return nearest(
    all.flatMap(({ dates }) => dates),
    today,
  );
}

/** The events of a file that share an id: a series, and the dates that differ from it. */
export interface Series {
  events: FileEvent[];
  /** The dates in the window on which it takes place. */
  dates: ListedEvent[];
  /** The dates in the window on which it would, if all of it is cancelled. */
  cancelledDates: ListedEvent[];
}

/** Skips what it can't read. */
export async function listSeries(parts: FileParts, window: Window): Promise<Series[]> {
  const { default: library } = await import("ical.js");
  const findZone = createZoneFinder(library, parts.zones);
  const read = await mapInSlices(parts.events, (event) => {
    try {
      return readEvent(library, event, findZone);
    } catch {
      // One event that is invalid must not cost the others.
      return undefined;
    }
  });
  const series = Map.groupBy(
    read.filter((event) => event !== undefined),
    ({ uid }) => uid,
  );
  const search = newSearch(library);
  const listed: Series[] = [];
  for (const events of series.values()) {
    listed.push({ events, ...(await listDatesOfSeries(search, events, window)) });
    await search.pause();
  }
  return listed;
}

async function listDatesOfSeries(
  search: Search,
  events: FileEvent[],
  window: Window,
): Promise<Pick<Series, "dates" | "cancelledDates">> {
  const own = newest(events.filter(({ replaces }) => !replaces));
  const ownDates = own ? await listDates(search, own, window) : [];
  if (own?.isCancelled) {
    const cancelledDates = ownDates.map(({ written }) => toListed(own, written));
    return { dates: [], cancelledDates };
  }
  const changed = Map.groupBy(
    events.filter(({ replaces }) => replaces),
    ({ replaces }) => replaces!.written,
  );
  const kept = ownDates.filter(({ written }) => !changed.has(written));
  const changes = [...changed.values()].flatMap((some) => newest(some) ?? []);
  const dates = [
    ...kept.map(({ written }) => toListed(own!, written)),
    ...changes
      .filter(({ isCancelled, start }) => !isCancelled && isWithin(start.written, window))
      .map((event) => toListed(event, event.start.written)),
  ];
  return { dates, cancelledDates: [] };
}

const newest = (events: FileEvent[]) =>
  events.toSorted((one, other) => other.sequence - one.sequence)[0];

function toListed({ title, length }: FileEvent, starts: string): ListedEvent {
  return { title, starts, ends: endOf(starts, length) };
}

/** Returns the events nearest to a day, sorted by time. */
export function nearest(events: ListedEvent[], today: string): ListedEvent[] {
  if (events.length <= maxEvents) return events.toSorted(byTime);
  const distance = ({ starts }: ListedEvent) =>
    Math.abs(Date.parse(starts.slice(0, today.length)) - Date.parse(today));
  return events
    .toSorted((one, other) => distance(one) - distance(other))
    .slice(0, maxEvents)
    .toSorted(byTime);
}

const byTime = (one: ListedEvent, other: ListedEvent) =>
  one.starts.localeCompare(other.starts) || one.title.localeCompare(other.title, "en");
