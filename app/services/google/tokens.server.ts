import { z } from "zod";
import type { GoogleClient } from "./sign-in.server.ts";
import { call, type CallResult, isPassing } from "../transport/http-call.server.ts";
import type { Outcome } from "../sending.ts";
import { untilTaken } from "../transport/until-taken.ts";

/** What lets one act for somebody for an hour, or what came of asking for it. */
export type Access = { is: "granted"; accessToken: string } | { is: "not_granted"; outcome: Outcome };

const granted = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });
const refused = z.object({ error: z.string() });
const headers = { "Content-Type": "application/x-www-form-urlencoded" };
/** It is not used in the last minute of its hour: the request takes a while to get there. */
const spareMs = 60_000;
const revocationMs = 5_000;

// In memory alone: an hour of access is not worth keeping.
const known = new Map<string, { accessToken: string; until: number }>();

/**
 * Access by a refresh token: as long as it lasts the same (RFC 6749, 6). Never throws.
 * @param leftMs what is left of the time for this message
 */
export async function accessBy(client: GoogleClient, refreshToken: string, leftMs: number): Promise<Access> {
  const kept = known.get(refreshToken);
  if (kept && kept.until > Date.now()) return { is: "granted", accessToken: kept.accessToken };
  const body = new URLSearchParams({
    grant_type: "refresh_token",
    refresh_token: refreshToken,
    client_id: client.id,
    client_secret: client.secret,
  }).toString();
  const url = `${client.baseUrl ?? "https://oauth2.googleapis.com"}/token`;
  const result = await untilTaken(
    (limitMs) => call({ method: "POST", url, headers, body, limitMs }),
    isPassing,
    leftMs,
  );
  const { data } = granted.safeParse(result.is === "answered" && result.status === 200 ? result.body : null);
  if (!data) return { is: "not_granted", outcome: outcomeOf(result) };
  for (const [token, { until }] of known) if (until <= Date.now()) known.delete(token);
  known.set(refreshToken, { accessToken: data.access_token, until: Date.now() + data.expires_in * 1_000 - spareMs });
  return { is: "granted", accessToken: data.access_token };
}

/** Forgets access that Google does not take any more. */
export function forgetAccess(refreshToken: string): void {
  known.delete(refreshToken);
}

/**
 * Gives back what somebody allowed: Google forgets all of this instance's tokens of theirs. Never throws; returns
 * whether Google has forgotten it, which it also has when it says that there is no such token.
 */
export async function revoke(client: GoogleClient, refreshToken: string): Promise<boolean> {
  forgetAccess(refreshToken);
  const body = new URLSearchParams({ token: refreshToken }).toString();
  const url = `${client.baseUrl ?? "https://oauth2.googleapis.com"}/revoke`;
  const result = await call({ method: "POST", url, headers, body, limitMs: revocationMs });
  return result.is === "answered" && [200, 400].includes(result.status);
}

/** Nothing was sent to the calendar yet: whatever went wrong here may be tried again. */
function outcomeOf(result: CallResult): Outcome {
  if (result.is !== "answered") return { is: "later", isRateLimit: false };
  const { status, body, retryAfterSeconds } = result;
  if (status === 429 || status < 400 || status >= 500)
    return { is: "later", isRateLimit: status === 429, ...(retryAfterSeconds && { retryAfterSeconds }) };
  const isGrantGone = refused.safeParse(body).data?.error === "invalid_grant";
  return isGrantGone ? { is: "needs_user", problem: "grant_gone" } : { is: "misconfigured" };
}
