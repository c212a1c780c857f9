import { z } from "#app/domain/core/zod.ts";
import { oidcProvider } from "#app/services/oidc/settings.server.ts";
import {
  authorizationUrl,
  exchangeOidcCode,
  type OidcAnswer,
  type OidcRequest,
} from "#app/services/oidc/sign-in.server.ts";
import { shortName } from "../profile/short-name.ts";

export type { OidcRequest };

/** The provider has confirmed the address. */
export const oidcIdentity = z.object({
  issuer: z.string(),
  sub: z.string(),
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
});

export type OidcIdentity = z.infer<typeof oidcIdentity>;

/** `unverified`: the provider has not confirmed the address. */
export type OidcRefusal = "refused" | "unanswered" | "misconfigured" | "unverified";

export class OidcSignInError extends Error {
  readonly refusal: OidcRefusal;

  constructor(refusal: OidcRefusal, cause?: unknown) {
    super(`OpenID Connect sign-in failed: ${refusal}`, { cause });
    this.refusal = refusal;
  }
}

export const oidcIssuer: string | null = oidcProvider?.issuer ?? null;

/** The label of the button, or null without a provider. */
export const oidcName: string | null = oidcProvider?.name ?? null;

/** @throws OidcSignInError */
export async function findOidcSignInUrl(request: OidcRequest): Promise<string> {
  return unwrap(await authorizationUrl(provider(), request));
}

/** @throws OidcSignInError */
export async function readOidcIdentity(
  search: string,
  request: OidcRequest,
): Promise<OidcIdentity> {
  const { sub, email, email_verified, given_name, family_name } = unwrap(
    await exchangeOidcCode(provider(), search, request),
  );
  if (!email_verified) throw new OidcSignInError("unverified");
  const names = { firstName: shortName(given_name), lastName: shortName(family_name) };
  return { issuer: provider().issuer, sub, email, ...names };
}

function unwrap<Value>(answer: OidcAnswer<Value>): Value {
  if (answer.type === "answered") return answer.value;
  throw new OidcSignInError(answer.type, answer.cause);
}

function provider() {
  if (!oidcProvider) throw new Error("No identity provider is set up");
  return oidcProvider;
}
