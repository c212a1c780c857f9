import type { calendar_v3 } from "@googleapis/calendar";
import ICAL from "ical.js";
import { Temporal } from "#app/domain/core/time.ts";
import { type FakeCalendar, type FakeEvent, type Plan, refusal } from "./calendar-store.ts";
import { pick } from "./partial-response.ts";

/**
 * Plans the answer to events.list: a page of the events that were not deleted. A token is the number
 * of events before the page.
 */
export function planList(calendar: FakeCalendar, email: string, query: URLSearchParams): Plan {
  if (problemOf(query)) return refusal(400, "invalid");
  const after = Number(query.get("pageToken") ?? 0);
  const size = Math.min(Number(query.get("maxResults") ?? 250), 2_500);
  const hasDeleted = query.get("showDeleted") === "true";
  const events = [...calendar.events.values()].filter(
    ({ status }) => hasDeleted || status !== "cancelled",
  );
  const single = query.get("singleEvents") === "true" ? events.flatMap(expand) : events;
  const found = single.filter((event) => isWanted(event, query));
  if (query.get("orderBy") === "startTime")
    found.sort((one, other) => millisecondsOf(one.start) - millisecondsOf(other.start));
  const items = found
    .slice(after, after + size)
    .map((event) => withoutAttendees(event, email, Number(query.get("maxAttendees") ?? Infinity)));
  const isLast = after + size >= found.length;
  const list = {
    kind: "calendar#events",
    summary: calendar.name,
    items,
    ...(isLast ? { nextSyncToken: "sync" } : { nextPageToken: String(after + size) }),
  };
  return { status: 200, done: () => pick(list, query.get("fields")) };
}

/** See https://developers.google.com/workspace/calendar/api/v3/reference/events/list. */
function problemOf(query: URLSearchParams): string | undefined {
  const [from, before] = ["timeMin", "timeMax"].map((name) => query.get(name));
  for (const time of [from, before])
    if (time && !/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(time))
      return "a time without an offset";
  if (from && before && Date.parse(from) >= Date.parse(before)) return "an empty range";
  if (query.get("orderBy") === "startTime" && query.get("singleEvents") !== "true")
    return "an order that only single events have";
  return undefined;
}

function isWanted(event: FakeEvent, query: URLSearchParams): boolean {
  const { recurrence, start, end, eventType = "default", extendedProperties } = event;
  const [from, before] = [query.get("timeMin"), query.get("timeMax")];
  const types = query.getAll("eventTypes");
  const wanted = query.getAll("privateExtendedProperty").map((each) => each.split("="));
  return (
    (Boolean(recurrence) || !from || millisecondsOf(end) > Date.parse(from)) &&
    (!before || millisecondsOf(start) < Date.parse(before)) &&
    (types.length === 0 || types.includes(eventType ?? "default")) &&
    wanted.every(([name = "", value]) => extendedProperties?.private?.[name] === value)
  );
}

/** Reads days as if the calendar's own zone were UTC. */
function millisecondsOf(moment: calendar_v3.Schema$EventDateTime | undefined): number {
  return Date.parse(moment?.dateTime ?? moment?.date ?? "");
}

/** Years of a series without an end. */
const maxInstances = 1_500;

/** Google answers each page of a full calendar at once, so a series is computed only once. */
const expanded = new WeakMap<FakeEvent, FakeEvent[]>();

/** Replaces a series by its dates (singleEvents). */
function expand(event: FakeEvent): FakeEvent[] {
  const known = expanded.get(event);
  if (known) return known;
  const instances = instancesOf(event);
  expanded.set(event, instances);
  return instances;
}

function instancesOf({ recurrence, ...event }: FakeEvent): FakeEvent[] {
  const rule = recurrence?.find((line) => line.startsWith("RRULE:"));
  if (!rule) return [event];
  const { date, dateTime, timeZone } = event.start ?? {};
  const length = millisecondsOf(event.end) - millisecondsOf(event.start);
  const zone = timeZone ?? "UTC";
  const first = dateTime
    ? Temporal.Instant.from(dateTime).toZonedDateTimeISO(zone).toPlainDateTime()
    : Temporal.PlainDate.from(date ?? "").toPlainDateTime();
  const iterator = ICAL.Recur.fromString(rule.slice("RRULE:".length)).iterator(
    ICAL.Time.fromString(first.toString({ smallestUnit: "second" }), undefined as never),
  );
  const instances: FakeEvent[] = [];
  while (instances.length < maxInstances) {
    const next = iterator.next();
    if (!next) break;
    const at = Temporal.PlainDateTime.from(next.toString()).toZonedDateTime(
      dateTime ? zone : "UTC",
    );
    const momentAt = (instant: Temporal.Instant) =>
      dateTime
        ? { dateTime: instant.toString(), timeZone: zone }
        : { date: instant.toString().slice(0, "2026-11-28".length) };
    const start = at.toInstant();
    instances.push({
      ...event,
      id: `${event.id}_${start.toString().replaceAll(/[-:]|\.\d+/g, "")}`,
      recurringEventId: event.id,
      originalStartTime: momentAt(start),
      start: momentAt(start),
      end: momentAt(start.add({ milliseconds: length })),
    });
  }
  return instances;
}

/** Leaves only the participant where there are more attendees than asked for. */
function withoutAttendees(event: FakeEvent, email: string, most: number): FakeEvent {
  const { attendees } = event;
  if (!attendees || attendees.length <= most) return event;
  const own = attendees.filter((attendee) => attendee.self || attendee.email === email);
  return { ...event, attendees: own, attendeesOmitted: true };
}
