import { z } from "zod";
import type { GoogleClient } from "./sign-in.server.ts";
import { accessBy, forgetAccess } from "./tokens.server.ts";
import { call, type CallResult, isPassing } from "../transport/http-call.server.ts";
import type { Outcome } from "../sending.ts";
import { allMs, untilTaken } from "../transport/until-taken.ts";

/** An answer that means something about what was asked, or what came of asking instead. */
export type CalendarAnswer = { is: "answered"; status: number; body: unknown } | { is: "ended"; outcome: Outcome };

/** Asks Google's calendar, path and body, for one person; all of the questions together have their time. */
export type AskCalendar = (
  method: "GET" | "POST" | "PATCH" | "DELETE",
  path: string,
  body?: object,
) => Promise<CalendarAnswer>;

const errorBody = z.object({
  error: z.object({ errors: z.array(z.object({ reason: z.string() })).default([]) }),
});

/** Google's reasons for a 403 (https://developers.google.com/workspace/calendar/api/guides/errors). */
const meanings: Record<string, Outcome> = {
  rateLimitExceeded: { is: "later", isRateLimit: true },
  // One person's share is used up, not everybody's.
  userRateLimitExceeded: { is: "later", isRateLimit: false },
  quotaExceeded: { is: "later", isRateLimit: false },
  accessNotConfigured: { is: "misconfigured" },
  insufficientPermissions: { is: "needs_user", problem: "grant_gone" },
};

/** Asks for whoever gave this refresh token. */
export function askFor(client: GoogleClient, refreshToken: string, limitMs: number = allMs): AskCalendar {
  const endsAt = performance.now() + limitMs;
  const leftMs = () => Math.max(1, endsAt - performance.now());
  const base = client.baseUrl ?? "https://www.googleapis.com";

  async function askOnce(...[method, path, content]: Parameters<AskCalendar>): Promise<CallResult | Outcome> {
    const access = await accessBy(client, refreshToken, leftMs());
    if (access.is === "not_granted") return access.outcome;
    const body = content && JSON.stringify(content);
    const headers = {
      Authorization: `Bearer ${access.accessToken}`,
      ...(body && { "Content-Type": "application/json" }),
    };
    const url = `${base}/calendar/v3/${path}`;
    const attempt = (left: number) => call({ method, url, headers, limitMs: left, ...(body && { body }) });
    // Our own ids make repeating harmless, so that what a gateway did not pass on is tried again too.
    return untilTaken(attempt, isPassing, leftMs());
  }

  return async (...question) => {
    let result = await askOnce(...question);
    if (result.is === "answered" && result.status === 401) {
      forgetAccess(refreshToken);
      result = await askOnce(...question);
    }
    return read(result);
  };
}

function read(result: CallResult | Outcome): CalendarAnswer {
  if (result.is === "answered") return readStatus(result);
  if (result.is === "not_sent") return { is: "ended", outcome: { is: "later", isRateLimit: false } };
  if (result.is === "broken_off") return { is: "ended", outcome: { is: "unclear" } };
  return { is: "ended", outcome: result };
}

function readStatus(result: Extract<CallResult, { is: "answered" }>): CalendarAnswer {
  const { status, body, retryAfterSeconds } = result;
  const wait = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  const ended = (outcome: Outcome): CalendarAnswer => ({
    is: "ended",
    outcome: outcome.is === "later" ? { ...outcome, ...wait } : outcome,
  });
  if (status === 429) return ended({ is: "later", isRateLimit: true });
  if (status === 503) return ended({ is: "later", isRateLimit: false });
  if (status >= 500) return ended({ is: "unclear" });
  if (status === 401) return ended({ is: "needs_user", problem: "grant_gone" });
  if (status === 403) return ended(meanings[reasonOf(body)] ?? { is: "failed", reason: "not_allowed" });
  return { is: "answered", status, body };
}

function reasonOf(body: unknown): string {
  return errorBody.safeParse(body).data?.error.errors[0]?.reason ?? "";
}
