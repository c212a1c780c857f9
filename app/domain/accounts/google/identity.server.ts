import { shortName } from "../profile/short-name.ts";
import { z } from "#app/domain/core/zod.ts";
import { googleClient } from "#app/services/google/client.server.ts";
import {
  calendarScope,
  consentUrl,
  exchangeCode,
  fetchUserinfo,
  type GoogleAnswer,
  type GoogleTokens,
  type Userinfo,
} from "#app/services/google/sign-in.server.ts";

/** Google has confirmed the address. */
export const googleIdentity = z.object({
  sub: z.string(),
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  scope: z.string(),
  refreshToken: z.string().nullable(),
});

export type GoogleIdentity = z.infer<typeof googleIdentity>;

/** `unverified`: Google has not confirmed the address. */
export type GoogleRefusal = "refused" | "unanswered" | "unverified";

export class GoogleSignInError extends Error {
  readonly refusal: GoogleRefusal;

  constructor(refusal: GoogleRefusal) {
    super(`Google sign-in failed: ${refusal}`);
    this.refusal = refusal;
  }
}

export const hasGoogle = googleClient !== undefined;

/** @throws when Google is not set up */
export function googleSignIn() {
  const { id, secret } = client();
  const scope = `openid email profile ${calendarScope}`;
  return { clientID: id, clientSecret: secret, authorizationURL: consentUrl(client()), scope };
}

/** @throws GoogleSignInError */
export async function exchangeGoogleCode(callback: {
  code: string;
  verifier: string;
  redirectUri: string;
}): Promise<GoogleTokens> {
  return unwrap(await exchangeCode(client(), callback));
}

/** @throws GoogleSignInError */
export async function findGoogleUser(accessToken: string): Promise<Userinfo> {
  const user = unwrap(await fetchUserinfo(client(), accessToken));
  if (!user.email_verified) throw new GoogleSignInError("unverified");
  return user;
}

export function toIdentity(
  { sub, email, given_name, family_name }: Userinfo,
  { scope, refreshToken = null }: { scope: string; refreshToken?: string | null },
): GoogleIdentity {
  return {
    sub,
    email,
    firstName: shortName(given_name),
    lastName: shortName(family_name),
    scope,
    refreshToken,
  };
}

function unwrap<Value>(answer: GoogleAnswer<Value>): Value {
  if (answer.type === "answered") return answer.value;
  throw new GoogleSignInError(answer.type);
}

function client() {
  if (!googleClient) throw new Error("Google is not set up");
  return googleClient;
}
