import { z } from "zod";
import type { Outcome } from "../sending.ts";
import { readEach } from "../transport/read-each.ts";
import { calendarCaller } from "./calendar-api.server.ts";
import type { GoogleClient } from "./client.server.ts";

const event = z.object({
  id: z.string(),
  status: z.string().default("confirmed"),
  created: z.string().default(""),
  updated: z.string().default(""),
  extendedProperties: z
    .object({ private: z.record(z.string(), z.string()).default({}) })
    .optional(),
});

const page = z.object({ items: readEach(event).optional(), nextPageToken: z.string().optional() });

export interface ListedEvent {
  id: string;
  isCancelled: boolean;
  /** The state that Mila last sent (`milaState`); undefined for events of others. */
  state: string | undefined;
  /** UTC, ISO 8601. */
  createdAt: string;
  updatedAt: string;
}

interface Wanted {
  calendarId: string;
  /** Lists only events that this installation created. */
  instanceId: string;
  /** Omits events that ended before. UTC. */
  since: string;
  pageToken: string | undefined;
}

const maxResults = 100;
const refused: Outcome = { status: "failed", reason: "refused" };

/** Returns "missing" if there is no such calendar. */
export async function listEvents(
  client: GoogleClient,
  refreshToken: string,
  { calendarId, instanceId, since, pageToken }: Wanted,
): Promise<
  | { type: "listed"; events: ListedEvent[]; nextPage: string | undefined }
  | { type: "missing" }
  | { type: "not_listed"; outcome: Outcome }
> {
  const answer = await calendarCaller(
    client,
    refreshToken,
  )((calendar) =>
    calendar.events.list({
      calendarId,
      maxResults,
      timeMin: since,
      privateExtendedProperty: [`milaInstance=${instanceId}`],
      ...(pageToken && { pageToken }),
    }),
  );
  if (answer.type === "ended") return { type: "not_listed", outcome: answer.outcome };
  if (answer.status === 404) return { type: "missing" };
  if (answer.status >= 400) return { type: "not_listed", outcome: refused };
  const { data } = page.safeParse(answer.status === 200 ? answer.body : null);
  if (!data) return { type: "not_listed", outcome: { status: "unclear" } };
  return {
    type: "listed",
    events: (data.items?.read ?? []).map(toListed),
    nextPage: data.nextPageToken,
  };
}

/** Returns "missing" if there is no such event, or not any more. */
export async function readEvent(
  client: GoogleClient,
  refreshToken: string,
  { calendarId, eventId }: { calendarId: string; eventId: string },
): Promise<
  | { type: "read"; event: ListedEvent }
  | { type: "missing" }
  | { type: "not_read"; outcome: Outcome }
> {
  const answer = await calendarCaller(
    client,
    refreshToken,
  )((calendar) => calendar.events.get({ calendarId, eventId }));
  if (answer.type === "ended") return { type: "not_read", outcome: answer.outcome };
  if ([404, 410].includes(answer.status)) return { type: "missing" };
  if (answer.status >= 400) return { type: "not_read", outcome: refused };
  const { data } = event.safeParse(answer.body);
  return data
    ? { type: "read", event: toListed(data) }
    : { type: "not_read", outcome: { status: "unclear" } };
}

function toListed({ id, status, created, updated, extendedProperties }: z.infer<typeof event>) {
  return {
    id,
    isCancelled: status === "cancelled",
    state: extendedProperties?.private.milaState,
    createdAt: created,
    updatedAt: updated,
  };
}
