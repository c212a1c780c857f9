import type { calendar_v3 } from "@googleapis/calendar";
import { callByClient, type Send } from "../transport/client-call.server.ts";
import { type CallResult, isPassing } from "../transport/http-call.server.ts";
import { retryUntilAccepted, totalMs } from "../transport/retry-until-accepted.ts";
import { type CalendarAnswer, readCalendarAnswer } from "./calendar-answer.ts";
import { type GoogleClient, oauthBy } from "./client.server.ts";
import { type Access, accessBy, forgetAccess } from "./tokens.server.ts";

type CalendarRequest = (calendar: calendar_v3.Calendar) => Promise<unknown>;

/** Makes a request to one person's calendar. */
export type AskCalendar = (request: CalendarRequest) => Promise<CalendarAnswer>;

/**
 * The calendar of the person who gave this refresh token.
 * @param timeoutMs for all requests that are made by what is returned
 */
export function calendarOf(client: GoogleClient, refreshToken: string, timeoutMs: number = totalMs): AskCalendar {
  const endsAt = performance.now() + timeoutMs;
  const leftMs = () => Math.max(1, endsAt - performance.now());

  async function askOnce(request: CalendarRequest): Promise<CallResult | Extract<Access, { type: "not_granted" }>> {
    const access = await accessBy(client, refreshToken, leftMs());
    if (access.type === "not_granted") return access;
    const attempt = (left: number) =>
      callByClient(left, async (send) => request(await newClient(send, client, access.accessToken)));
    // Our own ids make repeating harmless, even after a gateway's error.
    return retryUntilAccepted(attempt, isPassing, leftMs());
  }

  return async (request) => {
    let result = await askOnce(request);
    if (result.type === "answered" && result.status === 401) {
      forgetAccess(refreshToken);
      result = await askOnce(request);
    }
    return result.type === "not_granted" ? { type: "ended", outcome: result.outcome } : readCalendarAnswer(result);
  };
}

/** Google's client for this one API, loaded at the first use. */
async function newClient(send: Send, client: GoogleClient, accessToken: string): Promise<calendar_v3.Calendar> {
  const { calendar } = await import("@googleapis/calendar");
  const auth = await oauthBy(send, client, { access_token: accessToken });
  return calendar({ version: "v3", auth, ...(client.baseUrl && { rootUrl: client.baseUrl }) });
}
