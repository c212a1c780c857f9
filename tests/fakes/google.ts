// A fake of Google's accounts and calendars: node tests/fakes/google.ts [PORT]
import type { IncomingMessage, ServerResponse } from "node:http";
import { answerCalendar } from "./google/calendar.ts";
import {
  calendarsOf,
  type FakeCalendar,
  type FakeEvent,
  newCalendar,
} from "./google/calendar-store.ts";
import { answerConsent, showConsent } from "./google/consent.ts";
import { answerRevocation, answerToken, answerUserinfo, withdrawGrant } from "./google/oauth.ts";
import {
  type CalendarRequest,
  type GooglePerson,
  type GoogleState,
  newGoogleState,
  newToken,
  personOf,
} from "./google/state.ts";
import type { Behaviour } from "./provider-behaviour.ts";
import { bodyOf, sendJson, serve } from "./server.ts";

const calendarScope = "https://www.googleapis.com/auth/calendar";

export interface FakeGoogle extends AsyncDisposable {
  origin: string;
  /** Settings that point an instance here. */
  settings: Record<string, string>;
  /** Returns a person with this address; the object can be changed afterwards. */
  person: (email: string, differing?: Partial<GooglePerson>) => GooglePerson;
  /** Consents or declines. Returns where Google redirects to. */
  consent: (url: string, email: string, how?: { declines?: "calendar" | "all" }) => Promise<string>;
  /** Lists the valid refresh tokens. */
  refreshTokens: () => string[];
  /** Revokes a grant as the user does at Google. */
  withdraw: (sub: string) => void;
  /** Sets the status of token and userinfo answers; 200 is normal. */
  fail: (status: number, retryAfterSeconds?: number) => void;
  /** Grants the calendar without a browser. Returns the refresh token. */
  allow: (email: string, scope?: string) => string;
  /** Counts the uses of refresh tokens. */
  accessGiven: () => number;
  /** Expires all access tokens. */
  expireAccess: () => void;
  /** Applies from the next calendar request on. */
  behave: (...rules: Behaviour[]) => void;
  /** The requests to the calendar API. */
  requests: CalendarRequest[];
  /** Lists the events in a calendar, including cancelled ones. */
  events: (email: string, calendarId?: string) => FakeEvent[];
  /** Adds an event as the user would, or as somebody who invites them. */
  addEvent: (email: string, event: Partial<FakeEvent>, calendarId?: string) => FakeEvent;
  /** Adds or removes a calendar. */
  addCalendar: (email: string, calendarId: string, calendar?: Partial<FakeCalendar>) => void;
  removeCalendar: (email: string, calendarId: string) => void;
  /** Removes an event as the user would. */
  removeEvent: (email: string, eventId: string, how?: "cancelled" | "for good") => void;
  /** Requests that Google would have refused. Closing the fake throws if there are any. */
  problems: string[];
}

export async function startFakeGoogle({ port = 0 }: { port?: number } = {}): Promise<FakeGoogle> {
  const state = newGoogleState();
  const server = await serve((request, response) => answer(state, request, response), port);
  const calendarIn = (email: string, id: string) =>
    calendarsOf(state, personOf(state, email)).get(id);
  return {
    origin: server.origin,
    settings: {
      GOOGLE_BASE_URL: server.origin,
      GOOGLE_CLIENT_ID: state.clientId,
      GOOGLE_CLIENT_SECRET: state.clientSecret,
    },
    person: (email, differing) => personOf(state, email, differing),
    consent,
    refreshTokens: () => [...state.refreshTokens.keys()],
    withdraw: (sub) => withdrawGrant(state, sub),
    fail: (status, retryAfterSeconds) => void Object.assign(state, { status, retryAfterSeconds }),
    allow: (email, scope) => allow(state, email, scope),
    accessGiven: () => state.accessGiven,
    expireAccess: () => state.accessTokens.clear(),
    behave: state.script.behave,
    requests: state.requests,
    events: (email, calendarId = email) => [
      ...(calendarIn(email, calendarId)?.events.values() ?? []),
    ],
    addEvent(email, event, calendarId = email) {
      const added = { id: newToken("user"), status: "confirmed", ...event };
      calendarIn(email, calendarId)?.events.set(added.id, added);
      return added;
    },
    addCalendar: (email, calendarId, calendar) =>
      void calendarsOf(state, personOf(state, email)).set(calendarId, {
        ...newCalendar(calendarId),
        ...calendar,
      }),
    removeCalendar: (email, calendarId) =>
      void calendarsOf(state, personOf(state, email)).delete(calendarId),
    removeEvent(email, eventId, how = "cancelled") {
      const events = calendarIn(email, email)?.events;
      const event = events?.get(eventId);
      if (how === "for good") events?.delete(eventId);
      else if (event) event.status = "cancelled";
    },
    problems: state.problems,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      if (state.problems.length > 0)
        throw new Error(`The provider would have refused: ${state.problems.join("; ")}`);
    },
  };
}

async function answer(
  state: GoogleState,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? "", "http://google");
  const body = await bodyOf(request);
  if (pathname.startsWith("/calendar/")) return answerCalendar(state, request, response, body);
  const form = request.method === "POST" ? new URLSearchParams(String(body)) : undefined;
  if (pathname === "/o/oauth2/v2/auth" && !form) return showConsent(state, response, searchParams);
  if (pathname === "/o/oauth2/v2/auth" && form)
    return answerConsent(state, response, searchParams, form);
  if (pathname === "/token" && form) return answerToken(state, response, form);
  if (pathname === "/v1/userinfo" && !form) return answerUserinfo(state, request, response);
  if (pathname === "/revoke" && form)
    return answerRevocation(state, response, new URLSearchParams([...searchParams, ...form]));
  return sendJson(response, 404, { error: "not_found" });
}

function allow(state: GoogleState, email: string, scope: string = calendarScope): string {
  const token = newToken("1//");
  state.refreshTokens.set(token, {
    person: personOf(state, email),
    scope,
    redirectUri: "",
    challenge: "",
    isAskedAnew: false,
  });
  return token;
}

async function consent(
  url: string,
  email: string,
  { declines }: { declines?: "calendar" | "all" } = {},
): Promise<string> {
  // A browser fetches the page first.
  const page = await fetch(url);
  if (!page.ok) throw new Error(await page.text());
  const form = new URLSearchParams({ email, answer: declines === "all" ? "deny" : "allow" });
  if (declines !== "calendar") form.set("calendar", "on");
  const answered = await fetch(url, { method: "POST", body: form, redirect: "manual" });
  return answered.headers.get("location") ?? "";
}

if (import.meta.main) {
  const { settings } = await startFakeGoogle({ port: Number(process.argv[2] ?? 0) });
  console.log(
    Object.entries(settings)
      .map(([name, value]) => `${name}=${value}`)
      .join(" "),
  );
}
