import type { calendar_v3 } from "@googleapis/calendar";
import type { GooglePerson, GoogleState } from "./state.ts";

export type FakeEvent = calendar_v3.Schema$Event & { id: string; status: string };

export interface FakeCalendar {
  name: string;
  isWritable: boolean;
  /** Deleted events stay as cancelled and keep their ids. */
  events: Map<string, FakeEvent>;
}

/** Everyone starts with one calendar, whose id is their address and which "primary" also names. */
export function calendarsOf(
  state: GoogleState,
  { sub, email }: GooglePerson,
): Map<string, FakeCalendar> {
  const own = state.calendars.get(sub) ?? new Map([[email, newCalendar(email)]]);
  state.calendars.set(sub, own);
  return own;
}

export function newCalendar(name: string, isWritable: boolean = true): FakeCalendar {
  return { name, isWritable, events: new Map() };
}

export interface Plan {
  status: number;
  /** Google's error reason. */
  reason?: string;
  done: () => Record<string, unknown>;
}

/** Plans Google's reaction to an event request, which takes effect if the request is accepted. */
export function planEvent(calendar: FakeCalendar, method: string, id: string, body: object): Plan {
  const event = calendar.events.get(id);
  const isOut = event?.status === "cancelled";
  if (method !== "GET" && !calendar.isWritable) return refusal(403, "requiredAccessLevel");
  if (method === "POST")
    return event ? refusal(409, "duplicate") : put(calendar, 200, { ...body, id });
  if (!event) return refusal(404, "notFound");
  if (method === "GET") return { status: 200, done: () => ({ ...event }) };
  if (method === "DELETE" && isOut) return refusal(410, "deleted");
  if (method === "DELETE") return put(calendar, 204, { ...event, status: "cancelled" });
  return put(calendar, 200, { ...event, ...body });
}

export function refusal(status: number, reason: string): Plan {
  return { status, reason, done: () => ({}) };
}

function put(
  calendar: FakeCalendar,
  status: number,
  { id, ...content }: Partial<FakeEvent> & { id: string },
): Plan {
  return {
    status,
    done() {
      const link = `https://www.google.com/calendar/event?eid=${id}`;
      const now = new Date().toISOString();
      const event = {
        kind: "calendar#event",
        id,
        htmlLink: link,
        created: now,
        ...content,
        updated: now,
        status: content.status ?? "confirmed",
      };
      calendar.events.set(id, event);
      return { ...event };
    },
  };
}
