import { z } from "zod";
import type { Outcome } from "../sending.ts";
import { callWithClient } from "../transport/client-call.server.ts";
import { type CallResult, isTransient } from "../transport/http-call.server.ts";
import { retryUntilAccepted } from "../transport/retry-until-accepted.ts";
import { type GoogleClient, oauthClient } from "./client.server.ts";

export type Access =
  | { type: "granted"; accessToken: string }
  | { type: "not_granted"; outcome: Outcome };

const granted = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });
const refused = z.object({ error: z.string() });
/** A token this close to its expiry may expire on the way. */
const expiryMarginMs = 60_000;
const revocationTimeoutMs = 5_000;

const accessTokens = new Map<string, { accessToken: string; until: number }>();

/** Reuses an access token until it expires (RFC 6749, 6). */
export async function getAccess(
  client: GoogleClient,
  refreshToken: string,
  remainingMs: number,
): Promise<Access> {
  const cached = accessTokens.get(refreshToken);
  if (cached && cached.until > Date.now())
    return { type: "granted", accessToken: cached.accessToken };
  const credentials = { refresh_token: refreshToken };
  const result = await retryUntilAccepted(
    (timeoutMs) =>
      callWithClient(timeoutMs, async (send) =>
        (await oauthClient(send, client, credentials)).refreshAccessToken(),
      ),
    isTransient,
    remainingMs,
  );
  const { data } = granted.safeParse(
    result.type === "answered" && result.status === 200 ? result.body : null,
  );
  if (!data) return { type: "not_granted", outcome: outcomeOf(result) };
  for (const [token, { until }] of accessTokens)
    if (until <= Date.now()) accessTokens.delete(token);
  accessTokens.set(refreshToken, {
    accessToken: data.access_token,
    until: Date.now() + data.expires_in * 1_000 - expiryMarginMs,
  });
  return { type: "granted", accessToken: data.access_token };
}

export function forgetAccess(refreshToken: string): void {
  accessTokens.delete(refreshToken);
}

/**
 * Revokes all of this instance's tokens for the user. Returns true also if Google no longer knows
 * the token.
 */
export async function revoke(client: GoogleClient, refreshToken: string): Promise<boolean> {
  forgetAccess(refreshToken);
  const result = await callWithClient(revocationTimeoutMs, async (send) =>
    (await oauthClient(send, client)).revokeToken(refreshToken),
  );
  return result.type === "answered" && [200, 400].includes(result.status);
}

/** Nothing has reached the calendar yet, so a retry is safe. */
function outcomeOf(result: CallResult): Outcome {
  if (result.type !== "answered") return { status: "later", isRateLimit: false };
  const { status, body, retryAfterSeconds } = result;
  if (status === 429 || status < 400 || status >= 500)
    return {
      status: "later",
      isRateLimit: status === 429,
      ...(retryAfterSeconds && { retryAfterSeconds }),
    };
  const isGrantGone = refused.safeParse(body).data?.error === "invalid_grant";
  return isGrantGone
    ? { status: "needs_user", problem: "grant_gone" }
    : { status: "misconfigured" };
}
