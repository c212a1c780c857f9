import { z } from "zod";
import type { Outcome } from "../sending.ts";
import { readEach } from "../transport/read-each.ts";
import type { CallResult } from "../transport/http-call.server.ts";

export type CalendarAnswer =
  | { type: "answered"; status: number; body: unknown }
  | { type: "ended"; outcome: Outcome };

const errorBody = z.object({
  error: z.object({ errors: readEach(z.object({ reason: z.string() })).optional() }),
});

/** Reasons for a 403 (https://developers.google.com/workspace/calendar/api/guides/errors). */
const meanings: Record<string, Outcome> = {
  rateLimitExceeded: { status: "later", isRateLimit: true },
  // These quotas belong to one user, so the channel need not pause.
  userRateLimitExceeded: { status: "later", isRateLimit: false },
  quotaExceeded: { status: "later", isRateLimit: false },
  accessNotConfigured: { status: "misconfigured" },
  insufficientPermissions: { status: "needs_user", problem: "grant_gone" },
};

/** Leaves statuses whose meaning depends on the request to the caller. */
export function readCalendarAnswer(result: CallResult): CalendarAnswer {
  if (result.type === "not_sent")
    return { type: "ended", outcome: { status: "later", isRateLimit: false } };
  if (result.type === "interrupted") return { type: "ended", outcome: { status: "unclear" } };
  const { status, body, retryAfterSeconds } = result;
  const outcome = outcomeOf(status, body);
  if (!outcome) return { type: "answered", status, body };
  const isTimed = outcome.status === "later" && retryAfterSeconds !== undefined;
  return { type: "ended", outcome: isTimed ? { ...outcome, retryAfterSeconds } : outcome };
}

function outcomeOf(status: number, body: unknown): Outcome | undefined {
  if (status === 429) return { status: "later", isRateLimit: true };
  if (status === 503) return { status: "later", isRateLimit: false };
  if (status >= 500) return { status: "unclear" };
  if (status === 401) return { status: "needs_user", problem: "grant_gone" };
  if (status === 403)
    return meanings[reasonOf(body)] ?? { status: "failed", reason: "not_allowed" };
  return undefined;
}

function reasonOf(body: unknown): string {
  return errorBody.safeParse(body).data?.error.errors?.read[0]?.reason ?? "";
}
