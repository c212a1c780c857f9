import { randomBytes } from "node:crypto";
import { type AppLoadContext, redirect } from "@remix-run/node";
import { Authenticator, AuthorizationError, Strategy } from "remix-auth";
import {
  findOidcSignInUrl,
  type OidcIdentity,
  type OidcRefusal,
  type OidcRequest,
  OidcSignInError,
  readOidcIdentity,
} from "#app/domain/accounts/oidc/identity.server.ts";
import { linkBase } from "../instance.server.ts";
import { emptySession } from "../sign-in/empty-session.server.ts";

/** Sends people to the provider, and identifies those who come back. */
class OidcStrategy extends Strategy<OidcIdentity, OidcIdentity> {
  override name = "oidc";
  readonly #authorization: OidcRequest;

  constructor(authorization: OidcRequest) {
    super(async (identity) => identity);
    this.#authorization = authorization;
  }

  override async authenticate(request: Request): Promise<OidcIdentity> {
    const { search } = new URL(request.url);
    if (!search) throw redirect(await findOidcSignInUrl(this.#authorization), 303);
    return this.verify(await readOidcIdentity(search, this.#authorization));
  }
}

export async function startOidcFlow(
  request: Request,
  options: { maxAge?: number } = {},
): Promise<OidcRequest & { url: string }> {
  const redirectUri = callbackUri(request);
  const authorization = {
    redirectUri,
    state: newSecret(),
    nonce: newSecret(),
    verifier: newSecret(),
    ...options,
  };
  const response: unknown = await authenticate(new Request(redirectUri), authorization).catch(
    (thrown) => thrown,
  );
  if (response instanceof Response)
    return { ...authorization, url: response.headers.get("Location") ?? "" };
  throw response;
}

/** @throws OidcSignInError */
export function finishOidcFlow(
  request: Request,
  started: Omit<OidcRequest, "redirectUri">,
): Promise<OidcIdentity> {
  return authenticate(new Request(request.url), { ...started, redirectUri: callbackUri(request) });
}

/** Mila's owner finds the reason in the log. @throws responses that were thrown on purpose */
export function logRefusal(
  error: unknown,
  { logInfo, logError }: Pick<AppLoadContext, "logInfo" | "logError">,
): OidcRefusal | "broken" {
  if (!(error instanceof Error)) throw error;
  if (!(error instanceof OidcSignInError)) {
    logError(error);
    return "broken";
  }
  logInfo({ oidc: error.refusal, why: String(error.cause ?? error.message) });
  return error.refusal;
}

/** The provider requires the same URI in both requests. */
function callbackUri(request: Request): string {
  return `${linkBase(request).origin}/auth/oidc/callback`;
}

async function authenticate(request: Request, authorization: OidcRequest): Promise<OidcIdentity> {
  const authenticator = new Authenticator<OidcIdentity>(emptySession, { throwOnError: true });
  try {
    return await authenticator.use(new OidcStrategy(authorization)).authenticate("oidc", request);
  } catch (error) {
    const cause = error instanceof AuthorizationError ? error.cause : error;
    throw cause instanceof OidcSignInError ? cause : error;
  }
}

function newSecret(): string {
  return randomBytes(32).toString("base64url");
}
