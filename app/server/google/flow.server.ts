import { randomBytes } from "node:crypto";
import { createSession, type SessionStorage } from "@remix-run/node";
import { Authenticator, AuthorizationError } from "remix-auth";
import {
  type GoogleIdentity,
  type GoogleRefusal,
  GoogleSignInError,
} from "#app/domain/accounts/google/identity.server.ts";
import type { ConsentOptions, AuthorizationRequest } from "./strategy.server.ts";

export async function startGoogleFlow(
  request: Request,
  redirectUri: string,
  options?: ConsentOptions,
): Promise<AuthorizationRequest & { url: string }> {
  const authorization = { redirectUri, state: newSecret(), verifier: newSecret() };
  // The request's body has already been read.
  const response: unknown = await authenticate(
    new Request(request.url),
    authorization,
    options,
  ).catch((thrown) => thrown);
  if (!(response instanceof Response)) throw response;
  const url = new URL(response.headers.get("Location") ?? "");
  url.searchParams.set("state", authorization.state);
  return { ...authorization, url: url.href };
}

export async function finishGoogleFlow(
  request: Request,
  authorization: AuthorizationRequest,
): Promise<{ type: "known"; identity: GoogleIdentity } | { type: GoogleRefusal }> {
  try {
    return { type: "known", identity: await authenticate(request, authorization) };
  } catch (error) {
    const cause = error instanceof AuthorizationError ? error.cause : error;
    if (cause instanceof GoogleSignInError) return { type: cause.refusal };
    throw cause;
  }
}

async function authenticate(
  request: Request,
  authorization: AuthorizationRequest,
  options?: ConsentOptions,
): Promise<GoogleIdentity> {
  // Loaded lazily: password sign-ins don't need Google's client.
  const { PkceGoogleStrategy } = await import("./strategy.server.ts");
  const authenticator = new Authenticator<GoogleIdentity>(createStrategySession(authorization), {
    throwOnError: true,
  });
  return authenticator
    .use(new PkceGoogleStrategy(authorization, options))
    .authenticate("google", request);
}

/**
 * Contains the state under the strategy's key, but no user, with whom the strategy would skip
 * Google.
 */
function createStrategySession({ state }: AuthorizationRequest): SessionStorage {
  const session = createSession({ "oauth2:state": state });
  const noCookie = async () => "";
  return { getSession: async () => session, commitSession: noCookie, destroySession: noCookie };
}

function newSecret(): string {
  return randomBytes(32).toString("base64url");
}
