import { createHash, randomBytes } from "node:crypto";
import { longestName } from "../profile/input.ts";
import { oneLine, z } from "#app/domain/core/zod.ts";
import {
  authorizationUrl,
  exchangeCode,
  fetchUserinfo,
  googleClient,
  type Grant,
  type Userinfo,
} from "#app/services/google.server.ts";

/** Somebody as Google knows them, and what they allowed. The address was confirmed by Google. */
export const googleIdentity = z.object({
  sub: z.string(),
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  scope: z.string(),
  refreshToken: z.string().nullable(),
});

export type GoogleIdentity = z.infer<typeof googleIdentity>;

/** Whether this Mila can ask Google at all. */
export const hasGoogle = googleClient !== undefined;

interface Journey {
  url: string;
  state: string;
  verifier: string;
}

/**
 * Where somebody is sent to say who they are, and what must be there again when they come back: the state, which shows
 * that they are who was sent, and the verifier, without which the code that they bring is worth nothing (PKCE).
 * @throws where Google is not set up
 */
export function beginGoogleSignIn(redirectUri: string): Journey {
  return begin(redirectUri, {});
}

/**
 * The same for allowing the calendar: they are asked anew, so that Google gives a refresh token whatever was before.
 * @param email the account that is likely to be meant
 */
export function beginGoogleConnection(redirectUri: string, email?: string): Journey {
  return begin(redirectUri, { prompt: "consent", ...(email && { login_hint: email }) });
}

function begin(redirectUri: string, more: Record<string, string>): Journey {
  const [state, verifier] = [randomBytes(32).toString("base64url"), randomBytes(32).toString("base64url")];
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  return { url: authorizationUrl(client(), { redirectUri, state, challenge, more }), state, verifier };
}

/** Who came back from Google with a code; "unverified" when Google does not know the address to be theirs. */
export async function identifyByGoogle(back: {
  code: string;
  verifier: string;
  redirectUri: string;
}): Promise<{ is: "known"; identity: GoogleIdentity } | { is: "refused" | "unanswered" | "unverified" }> {
  const granted = await exchangeCode(client(), back);
  if (granted.is !== "answered") return granted;
  const asked = await fetchUserinfo(client(), granted.answer.accessToken);
  if (asked.is !== "answered") return asked;
  if (!asked.answer.email_verified) return { is: "unverified" };
  return { is: "known", identity: identityOf(asked.answer, granted.answer) };
}

function identityOf({ sub, email, given_name, family_name }: Userinfo, grant: Grant): GoogleIdentity {
  const { scope, refreshToken } = grant;
  return { sub, email, firstName: shortName(given_name), lastName: shortName(family_name), scope, refreshToken };
}

function shortName(name: string): string | null {
  return oneLine(name).trim().slice(0, longestName) || null;
}

function client() {
  if (!googleClient) throw new Error("Google is not set up");
  return googleClient;
}
