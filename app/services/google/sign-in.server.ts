import { z } from "zod";
import { callWithClient } from "../transport/client-call.server.ts";
import { type CallResult, wasNotAccepted, isTransient } from "../transport/http-call.server.ts";
import { retryUntilAccepted } from "../transport/retry-until-accepted.ts";
import { type GoogleClient, oauthClient } from "./client.server.ts";

export const calendarScope = "https://www.googleapis.com/auth/calendar";

const timeoutMs = 10_000;

const tokens = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).optional(),
  scope: z.string().catch(""),
});

const userinfo = z.object({
  sub: z.string().min(1).max(255),
  // Checked before lower-casing: the Kelvin sign (U+212A) would become a "k".
  email: z.string().trim().pipe(z.email().toLowerCase()),
  email_verified: z.union([
    z.boolean(),
    z.enum(["true", "false"]).transform((word) => word === "true"),
  ]),
  name: z.string().catch(""),
  given_name: z.string().catch(""),
  family_name: z.string().catch(""),
  picture: z.string().catch(""),
  locale: z.string().catch(""),
  hd: z.string().catch(""),
});

/** Google omits the refresh token when the user has allowed the same before. */
export type GoogleTokens = z.infer<typeof tokens>;

export type Userinfo = z.infer<typeof userinfo>;

export type GoogleAnswer<Value> =
  | { type: "answered"; value: Value }
  | { type: "refused" | "unanswered" };

/** See https://developers.google.com/identity/protocols/oauth2/web-server. */
export function consentUrl({ baseUrl = "https://accounts.google.com" }: GoogleClient): string {
  return `${baseUrl}/o/oauth2/v2/auth`;
}

export async function exchangeCode(
  client: GoogleClient,
  { code, verifier, redirectUri }: { code: string; verifier: string; redirectUri: string },
): Promise<GoogleAnswer<GoogleTokens>> {
  const exchange = { code, codeVerifier: verifier, redirect_uri: redirectUri };
  const result = await retryUntilAccepted(
    () =>
      callWithClient(timeoutMs, async (send) =>
        (await oauthClient(send, client)).getToken(exchange),
      ),
    wasNotAccepted,
  );
  return read(result, tokens);
}

export async function fetchUserinfo(
  client: GoogleClient,
  accessToken: string,
): Promise<GoogleAnswer<Userinfo>> {
  const url = `${client.baseUrl ?? "https://openidconnect.googleapis.com"}/v1/userinfo`;
  const credentials = { access_token: accessToken };
  const result = await retryUntilAccepted(
    () =>
      callWithClient(timeoutMs, async (send) =>
        (await oauthClient(send, client, credentials)).request({ url }),
      ),
    isTransient,
  );
  return read(result, userinfo);
}

function read<Value>(result: CallResult, schema: z.ZodType<Value>): GoogleAnswer<Value> {
  if (result.type !== "answered" || result.status >= 500 || result.status === 429)
    return { type: "unanswered" };
  if (result.status !== 200) return { type: "refused" };
  const { data } = schema.safeParse(result.body);
  return data === undefined ? { type: "unanswered" } : { type: "answered", value: data };
}
