import type { Configuration, CustomFetch } from "openid-client";
import { z } from "zod";
import { callWithClient } from "#app/services/transport/client-call.server.ts";
import { toFetch } from "#app/services/transport/client-fetch.server.ts";
import type { OidcProvider } from "./settings.server.ts";

const timeoutMs = 10_000;

/** The provider did not answer, or only asked to try later. */
class ProviderUnanswered extends Error {
  constructor() {
    super("The identity provider did not answer");
  }
}

/** The values that the callback needs again. */
export interface OidcRequest {
  redirectUri: string;
  state: string;
  nonce: string;
  /** PKCE code verifier (RFC 7636). */
  verifier: string;
  /** In seconds: the provider asks the user to sign in if the last sign-in was longer ago. */
  maxAge?: number | undefined;
}

const claims = z.object({
  sub: z.string().min(1).max(255),
  // Checked before lower-casing: the Kelvin sign (U+212A) would become a "k".
  email: z.string().trim().pipe(z.email().toLowerCase()),
  email_verified: z
    .union([z.boolean(), z.enum(["true", "false"]).transform((word) => word === "true")])
    .catch(false),
  given_name: z.string().catch(""),
  family_name: z.string().catch(""),
});

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

type OidcClaims = z.infer<typeof claims>;

/** @param search the query of the callback's URL */
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
    // Some providers, such as Authelia, return the address only on request.
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

/** The library wraps the errors of its fetch. */
function isUnanswered(error: unknown): boolean {
  return (
    error instanceof ProviderUnanswered ||
    (error instanceof Error && error.cause instanceof ProviderUnanswered)
  );
}

const discoveryLastsMs = 10 * 60_000;

let discovered:
  | { provider: OidcProvider; configuration: Promise<Configuration>; until: number }
  | undefined;

/** Reads the provider's own description at its first use, and again every 10 minutes. */
function discover(provider: OidcProvider): Promise<Configuration> {
  if (discovered?.provider === provider && discovered.until > Date.now())
    return discovered.configuration;
  const configuration = readDescription(provider);
  const current = { provider, configuration, until: Date.now() + discoveryLastsMs };
  discovered = current;
  configuration.catch(() => {
    if (discovered === current) discovered = undefined;
  });
  return configuration;
}

const fetchOnce: CustomFetch = async (url, options) => {
  let response: Response | undefined;
  const result = await callWithClient(timeoutMs, async (send) => {
    response = await toFetch(send)(url, options as RequestInit);
  });
  const isUnable = result.type !== "answered" || result.status >= 500 || result.status === 429;
  if (isUnable || !response) throw new ProviderUnanswered();
  return response;
};

async function readDescription({
  issuer,
  clientId,
  clientSecret,
}: OidcProvider): Promise<Configuration> {
  const client = await import("openid-client");
  // The settings allow http only where someone asked for it.
  const isPlain = issuer.startsWith("http:");
  const configuration = await client.discovery(new URL(issuer), clientId, clientSecret, undefined, {
    [client.customFetch]: fetchOnce,
    ...(isPlain && { execute: [client.allowInsecureRequests] }),
  });
  configuration[client.customFetch] = fetchOnce;
  // Checks signatures also where TLS would do: http issuers have none.
  client.enableNonRepudiationChecks(configuration);
  return configuration;
}
