import { z } from "zod";
import type { Outcome } from "../sending.ts";
import { readEach } from "../transport/read-each.ts";
import { calendarCaller } from "./calendar-api.server.ts";
import type { GoogleClient } from "./client.server.ts";

const day = z.object({ date: z.iso.date() });
const instant = z.object({
  dateTime: z.iso.datetime({ offset: true }).transform((text) => new Date(text).toISOString()),
});
const moment = z.union([
  day.transform(({ date }) => date),
  instant.transform(({ dateTime }) => dateTime),
]);

const event = z.object({
  start: moment,
  end: moment,
  transparency: z.string().default("opaque"),
  visibility: z.string().default("default"),
  summary: z.string().default(""),
  attendees: z
    .array(z.object({ self: z.boolean().default(false), responseStatus: z.string().default("") }))
    .default([]),
  extendedProperties: z
    .object({ private: z.record(z.string(), z.string()).default({}) })
    .optional(),
});

const page = z.object({ items: readEach(event).optional(), nextPageToken: z.string().optional() });

/** One date of an event. Times are days (YYYY-MM-DD) or instants. */
export interface EventDate {
  starts: string;
  /** Exclusive. */
  ends: string;
  /** Empty unless titles were asked for. */
  title: string;
  isPrivate: boolean;
  /** True if its time counts as available. */
  isFree: boolean;
  isDeclined: boolean;
  /** Missing unless a Mila wrote the event. Old events do not identify which Mila did. */
  mila: { instanceId: string | undefined } | undefined;
}

interface Wanted {
  calendarId: string;
  /** UTC. Events that end before `from` or begin after `before` are omitted. */
  from: string;
  before: string;
  /** False asks Google for no titles. */
  withTitles: boolean;
}

const maxResults = 1_000;
const maxPages = 3;
/** The limit that also applies to calendar files. */
const timeoutMs = 10_000;
/** Working locations are missing, because they are not events. */
const eventTypes = ["default", "fromGmail", "outOfOffice", "focusTime", "birthday"];
const always = [
  "start",
  "end",
  "transparency",
  "attendees(self,responseStatus)",
  "extendedProperties/private",
];

/**
 * Lists the first 3,000 dates of a calendar's events in the order of time. Returns "missing" if
 * there is no such calendar.
 */
export async function listEventDates(
  client: GoogleClient,
  refreshToken: string,
  { calendarId, from, before, withTitles }: Wanted,
): Promise<
  | { type: "listed"; events: EventDate[] }
  | { type: "missing" }
  | { type: "not_listed"; outcome: Outcome }
> {
  const call = calendarCaller(client, refreshToken, timeoutMs);
  const fields = withTitles ? [...always, "visibility", "summary"] : always;
  const events: EventDate[] = [];
  let pageToken: string | undefined;
  for (let pages = 0; pages < maxPages; pages += 1) {
    const answer = await call((calendar) =>
      calendar.events.list({
        calendarId,
        showDeleted: false,
        timeMin: from,
        timeMax: before,
        singleEvents: true,
        orderBy: "startTime",
        eventTypes,
        // Google then sends only the calendar's owner.
        maxAttendees: 1,
        maxResults,
        fields: `items(${fields.join(",")}),nextPageToken`,
        ...(pageToken && { pageToken }),
      }),
    );
    if (answer.type === "ended") return { type: "not_listed", outcome: answer.outcome };
    if (answer.status === 404) return { type: "missing" };
    if (answer.status >= 400)
      return { type: "not_listed", outcome: { status: "failed", reason: "refused" } };
    const { data } = page.safeParse(answer.status === 200 ? answer.body : null);
    if (!data) return { type: "not_listed", outcome: { status: "unclear" } };
    events.push(...(data.items?.read ?? []).map(toDate));
    pageToken = data.nextPageToken;
    if (!pageToken) break;
  }
  return { type: "listed", events };
}

function toDate(read: z.infer<typeof event>): EventDate {
  const properties = read.extendedProperties?.private;
  return {
    starts: read.start,
    ends: read.end < read.start ? read.start : read.end,
    title: read.summary,
    isPrivate: ["private", "confidential"].includes(read.visibility),
    isFree: read.transparency === "transparent",
    isDeclined: read.attendees.some((one) => one.self && one.responseStatus === "declined"),
    mila: properties?.milaState ? { instanceId: properties.milaInstance } : undefined,
  };
}
