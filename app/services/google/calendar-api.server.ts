import type { calendar_v3 } from "@googleapis/calendar";
import { callWithClient, type Send } from "../transport/client-call.server.ts";
import { type CallResult, isTransient } from "../transport/http-call.server.ts";
import { retryUntilAccepted, defaultTimeoutMs } from "../transport/retry-until-accepted.ts";
import { type CalendarAnswer, readCalendarAnswer } from "./calendar-answer.ts";
import { type GoogleClient, oauthClient } from "./client.server.ts";
import { type Access, getAccess, forgetAccess } from "./tokens.server.ts";

type CalendarRequest = (calendar: calendar_v3.Calendar) => Promise<unknown>;

export type CallCalendar = (request: CalendarRequest) => Promise<CalendarAnswer>;

/** @param timeoutMs the total for all requests made with the returned function */
export function calendarCaller(
  client: GoogleClient,
  refreshToken: string,
  timeoutMs: number = defaultTimeoutMs,
): CallCalendar {
  const endsAt = performance.now() + timeoutMs;
  const remainingMs = () => Math.max(1, endsAt - performance.now());

  async function callOnce(
    request: CalendarRequest,
  ): Promise<CallResult | Extract<Access, { type: "not_granted" }>> {
    const access = await getAccess(client, refreshToken, remainingMs());
    if (access.type === "not_granted") return access;
    const attempt = (left: number) =>
      callWithClient(left, async (send) =>
        request(await newClient(send, client, access.accessToken)),
      );
    // Our own event ids make repeats harmless, even after a gateway error.
    return retryUntilAccepted(attempt, isTransient, remainingMs());
  }

  return async (request) => {
    let result = await callOnce(request);
    if (result.type === "answered" && result.status === 401) {
      forgetAccess(refreshToken);
      result = await callOnce(request);
    }
    return result.type === "not_granted"
      ? { type: "ended", outcome: result.outcome }
      : readCalendarAnswer(result);
  };
}

async function newClient(
  send: Send,
  client: GoogleClient,
  accessToken: string,
): Promise<calendar_v3.Calendar> {
  const { calendar } = await import("@googleapis/calendar");
  const auth = await oauthClient(send, client, { access_token: accessToken });
  return calendar({ version: "v3", auth, ...(client.baseUrl && { rootUrl: client.baseUrl }) });
}
