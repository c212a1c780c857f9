import { randomBytes } from "node:crypto";
import type { FakeCalendar } from "./calendar-store.ts";
import { newScript, type Script } from "../provider-behaviour.ts";

export interface GooglePerson {
  /** Google's permanent id; the address by default. */
  sub: string;
  email: string;
  isVerified: boolean;
  givenName: string;
  familyName: string;
}

/** A code, or the tokens it was exchanged for. */
export interface GoogleGrant {
  person: GooglePerson;
  scope: string;
  redirectUri: string;
  challenge: string;
  /** True if the user was asked again, so that there is a new refresh token. */
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
  /** Keyed by address. */
  people: Map<string, GooglePerson>;
  codes: Map<string, GoogleGrant>;
  accessTokens: Map<string, GoogleGrant>;
  refreshTokens: Map<string, GoogleGrant>;
  /** Counts the uses of refresh tokens. */
  accessGiven: number;
  /** Granted scopes by person (sub): Google gives a refresh token only with the first consent. */
  consented: Set<string>;
  /** Requests that Google would have refused. */
  problems: string[];
  /** The status of token and userinfo answers; 200 normally. */
  status: number;
  /** The Retry-After of those answers. */
  retryAfterSeconds: number | undefined;
  /** Keyed by person (sub), then by calendar id. */
  calendars: Map<string, Map<string, FakeCalendar>>;
  /**
   * The behavior of the calendar API, by address and event; "sending" means changes, "asking" the
   * rest.
   */
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

/** Finds or creates a person. */
export function personOf(
  state: GoogleState,
  email: string,
  differing: Partial<GooglePerson> = {},
): GooglePerson {
  const usual = {
    sub: `sub-${email.toLowerCase()}`,
    email,
    isVerified: true,
    givenName: "Nora",
    familyName: "Lind",
  };
  const person = { ...usual, ...state.people.get(email), ...differing };
  state.people.set(email, person);
  return person;
}

export function newToken(prefix: string): string {
  return `${prefix}${randomBytes(24).toString("base64url")}`;
}
