import { randomBytes } from "node:crypto";
import type { FakeCalendar } from "./google-calendar-store.ts";
import { newScript, type Script } from "./provider-behaviour.ts";

/** Somebody with a Google account. */
export interface GooglePerson {
  /** Google's id of them; the address's own unless told. */
  sub: string;
  email: string;
  isVerified: boolean;
  givenName: string;
  familyName: string;
}

/** A code on its way back, or what it became. */
export interface GoogleGrant {
  person: GooglePerson;
  scope: string;
  redirectUri: string;
  challenge: string;
  /** They were asked anew: there is a refresh token again. */
  isAskedAnew: boolean;
}

export interface CalendarRequest {
  method: string;
  path: string;
  body: unknown;
  /** Milliseconds since 1970. */
  at: number;
}

export interface GoogleState {
  clientId: string;
  clientSecret: string;
  /** Who can be chosen on the consent page, by address. */
  people: Map<string, GooglePerson>;
  codes: Map<string, GoogleGrant>;
  accessTokens: Map<string, GoogleGrant>;
  refreshTokens: Map<string, GoogleGrant>;
  /** How often a refresh token was made into access. */
  accessGiven: number;
  /** Who (sub) has had a refresh token for what (scope): Google gives it with the first consent alone. */
  consented: Set<string>;
  /** What the real one would have refused. */
  problems: string[];
  /** The status that token and userinfo answer with instead; 200 when nothing is wrong. */
  status: number;
  /** What it asks for then, if anything. */
  retryAfterSeconds: number | undefined;
  /** Everybody's calendars: by who they are (sub), then by the calendar's id. */
  calendars: Map<string, Map<string, FakeCalendar>>;
  /** How the calendar behaves: sending is changing, asking is the rest; by address, and by event. */
  script: Script;
  requests: CalendarRequest[];
}

export function newGoogleState(): GoogleState {
  return {
    clientId: "0123456789-fake.apps.googleusercontent.com",
    clientSecret: "GOCSPX-fake-google-secret",
    people: new Map(),
    codes: new Map(),
    accessTokens: new Map(),
    refreshTokens: new Map(),
    accessGiven: 0,
    consented: new Set(),
    problems: [],
    status: 200,
    retryAfterSeconds: undefined,
    calendars: new Map(),
    script: newScript(),
    requests: [],
  };
}

/** The person with this address, made where nobody has it. */
export function personOf(state: GoogleState, email: string, differing: Partial<GooglePerson> = {}): GooglePerson {
  const usual = { sub: `sub-${email.toLowerCase()}`, email, isVerified: true, givenName: "Nora", familyName: "Lind" };
  const person = { ...usual, ...state.people.get(email), ...differing };
  state.people.set(email, person);
  return person;
}

export function newToken(prefix: string): string {
  return `${prefix}${randomBytes(24).toString("base64url")}`;
}
