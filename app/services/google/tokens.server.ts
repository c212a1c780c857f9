import { z } from "zod";
import type { Outcome } from "../sending.ts";
import { callWithClient } from "../transport/client-call.server.ts";
import { type CallResult, isTransient } from "../transport/http-call.server.ts";
import { retryUntilAccepted } from "../transport/retry-until-accepted.ts";
import { type GoogleClient, oauthClient } from "./client.server.ts";

/** Access to a person's calendar for an hour, or what came of asking for it. */
export type Access = { type: "granted"; accessToken: string } | { type: "not_granted"; outcome: Outcome };

const granted = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });
const refused = z.object({ error: z.string() });
/** The last minute of its hour is not used: a request takes a while to arrive. */
const expiryMarginMs = 60_000;
const revocationTimeoutMs = 5_000;

// In memory alone: an hour of access is not worth storing.
const known = new Map<string, { accessToken: string; until: number }>();

/** Access by a refresh token; the same one as long as it lasts (RFC 6749, 6). */
export async function getAccess(client: GoogleClient, refreshToken: string, remainingMs: number): Promise<Access> {
  const kept = known.get(refreshToken);
  if (kept && kept.until > Date.now()) return { type: "granted", accessToken: kept.accessToken };
  const credentials = { refresh_token: refreshToken };
  const result = await retryUntilAccepted(
    (timeoutMs) =>
      callWithClient(timeoutMs, async (send) => (await oauthClient(send, client, credentials)).refreshAccessToken()),
    isTransient,
    remainingMs,
  );
  const { data } = granted.safeParse(result.type === "answered" && result.status === 200 ? result.body : null);
  if (!data) return { type: "not_granted", outcome: outcomeOf(result) };
  for (const [token, { until }] of known) if (until <= Date.now()) known.delete(token);
  known.set(refreshToken, {
    accessToken: data.access_token,
    until: Date.now() + data.expires_in * 1_000 - expiryMarginMs,
  });
  return { type: "granted", accessToken: data.access_token };
}

/** Forgets access that Google no longer accepts. */
export function forgetAccess(refreshToken: string): void {
  known.delete(refreshToken);
}

/**
 * Gives back what a person allowed: Google forgets all tokens that this instance has of them. Returns whether it has,
 * which is also so when it says that there is no such token.
 */
export async function revoke(client: GoogleClient, refreshToken: string): Promise<boolean> {
  forgetAccess(refreshToken);
  const result = await callWithClient(revocationTimeoutMs, async (send) =>
    (await oauthClient(send, client)).revokeToken(refreshToken),
  );
  return result.type === "answered" && [200, 400].includes(result.status);
}

/** Nothing was sent to the calendar yet: whatever went wrong here may be tried again. */
function outcomeOf(result: CallResult): Outcome {
  if (result.type !== "answered") return { status: "later", isRateLimit: false };
  const { status, body, retryAfterSeconds } = result;
  if (status === 429 || status < 400 || status >= 500)
    return { status: "later", isRateLimit: status === 429, ...(retryAfterSeconds && { retryAfterSeconds }) };
  const isGrantGone = refused.safeParse(body).data?.error === "invalid_grant";
  return isGrantGone ? { status: "needs_user", problem: "grant_gone" } : { status: "misconfigured" };
}
