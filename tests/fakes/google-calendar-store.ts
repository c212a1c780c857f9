import type { calendar_v3 } from "@googleapis/calendar";
import type { GooglePerson, GoogleState } from "./google-state.ts";

export type FakeEvent = calendar_v3.Schema$Event & { id: string; status: string };

export interface FakeCalendar {
  name: string;
  isWritable: boolean;
  /** By id; what was taken out stays, as cancelled, and keeps its id. */
  events: Map<string, FakeEvent>;
}

/** Somebody's calendars; they have one from the beginning, whose id is their address and which is called "primary" too. */
export function calendarsOf(state: GoogleState, { sub, email }: GooglePerson): Map<string, FakeCalendar> {
  const own = state.calendars.get(sub) ?? new Map([[email, newCalendar(email)]]);
  state.calendars.set(sub, own);
  return own;
}

export function newCalendar(name: string, isWritable: boolean = true): FakeCalendar {
  return { name, isWritable, events: new Map() };
}

/** What a request comes to: its status, and what is answered once it is done. */
export interface Plan {
  status: number;
  /** Google's word for what is wrong. */
  reason?: string;
  done: () => Record<string, unknown>;
}

/** What Google makes of a request about an event, which is done when it is taken. */
export function planEvent(calendar: FakeCalendar, method: string, id: string, body: object): Plan {
  const event = calendar.events.get(id);
  const isOut = event?.status === "cancelled";
  if (method !== "GET" && !calendar.isWritable) return refusal(403, "requiredAccessLevel");
  if (method === "POST") return event ? refusal(409, "duplicate") : put(calendar, 200, { ...body, id });
  if (!event) return refusal(404, "notFound");
  if (method === "GET") return { status: 200, done: () => ({ ...event }) };
  if (method === "DELETE" && isOut) return refusal(410, "deleted");
  if (method === "DELETE") return put(calendar, 204, { ...event, status: "cancelled" });
  return put(calendar, 200, { ...event, ...body });
}

export function refusal(status: number, reason: string): Plan {
  return { status, reason, done: () => ({}) };
}

function put(calendar: FakeCalendar, status: number, { id, ...content }: Partial<FakeEvent> & { id: string }): Plan {
  return {
    status,
    done() {
      const link = `https://www.google.com/calendar/event?eid=${id}`;
      const event = { kind: "calendar#event", id, htmlLink: link, ...content, status: content.status ?? "confirmed" };
      calendar.events.set(id, event);
      return { ...event };
    },
  };
}
