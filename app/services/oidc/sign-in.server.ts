import { z } from "zod";
import { discover, ProviderUnanswered } from "./client.server.ts";
import type { OidcProvider } from "./settings.server.ts";

/** Needed again in the callback. */
export interface OidcRequest {
  redirectUri: string;
  state: string;
  nonce: string;
  /** PKCE code verifier (RFC 7636). */
  verifier: string;
  /** In seconds: the provider asks who is there if it last did so longer ago. */
  maxAge?: number | undefined;
}

const claims = z.object({
  sub: z.string().min(1).max(255),
  // Checked first: the Kelvin sign (U+212A) would become a "k".
  email: z.string().trim().pipe(z.email().toLowerCase()),
  email_verified: z
    .union([z.boolean(), z.enum(["true", "false"]).transform((word) => word === "true")])
    .catch(false),
  given_name: z.string().catch(""),
  family_name: z.string().catch(""),
});

type OidcClaims = z.infer<typeof claims>;

/** `misconfigured`: the provider's description or answers don't fit the settings. */
export type OidcAnswer<Value> =
  | { type: "answered"; value: Value }
  | { type: "refused" | "unanswered" | "misconfigured"; cause?: unknown };

export async function authorizationUrl(
  provider: OidcProvider,
  { redirectUri, state, nonce, verifier, maxAge }: OidcRequest,
): Promise<OidcAnswer<string>> {
  const client = await import("openid-client");
  try {
    const url = client.buildAuthorizationUrl(await discover(provider), {
      redirect_uri: redirectUri,
      scope: "openid email profile",
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
      ...(maxAge !== undefined && { max_age: String(maxAge) }),
    });
    // Our pages' Content-Security-Policy allows forms to lead to the issuer's origin only.
    if (url.origin !== new URL(provider.issuer).origin) {
      return {
        type: "misconfigured",
        cause: `people sign in at ${url.origin}, which is not OIDC_ISSUER's origin`,
      };
    }
    return { type: "answered", value: url.href };
  } catch (cause) {
    return isUnanswered(cause) ? { type: "unanswered" } : { type: "misconfigured", cause };
  }
}

/** @param search of the callback's URL */
export async function exchangeOidcCode(
  provider: OidcProvider,
  search: string,
  { redirectUri, state, nonce, verifier, maxAge }: OidcRequest,
): Promise<OidcAnswer<OidcClaims>> {
  const client = await import("openid-client");
  try {
    const configuration = await discover(provider);
    const tokens = await client.authorizationCodeGrant(
      configuration,
      new URL(redirectUri + search),
      {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
        ...(maxAge !== undefined && { maxAge }),
      },
    );
    const signed = tokens.claims();
    // Authelia, for one, tells the address only on request.
    const known =
      signed?.["email"] === undefined
        ? await client.fetchUserInfo(configuration, tokens.access_token, signed?.sub ?? "")
        : signed;
    const { data } = claims.safeParse(known);
    return data
      ? { type: "answered", value: data }
      : { type: "misconfigured", cause: "it told no email address" };
  } catch (cause) {
    return isUnanswered(cause) ? { type: "unanswered" } : { type: "refused", cause };
  }
}

/** The library wraps what its fetch throws. */
function isUnanswered(error: unknown): boolean {
  return (
    error instanceof ProviderUnanswered ||
    (error instanceof Error && error.cause instanceof ProviderUnanswered)
  );
}
