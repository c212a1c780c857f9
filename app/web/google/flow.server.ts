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
  const sent = { redirectUri, state: newSecret(), verifier: newSecret() };
  // The request's body has already been read.
  const answer: unknown = await authenticate(new Request(request.url), sent, options).catch((thrown) => thrown);
  if (!(answer instanceof Response)) throw answer;
  const url = new URL(answer.headers.get("Location") ?? "");
  url.searchParams.set("state", sent.state);
  return { ...sent, url: url.href };
}

/** The caller has already checked the state. */
export async function finishGoogleFlow(
  request: Request,
  sent: AuthorizationRequest,
): Promise<{ type: "known"; identity: GoogleIdentity } | { type: GoogleRefusal }> {
  try {
    return { type: "known", identity: await authenticate(request, sent) };
  } catch (error) {
    const cause = error instanceof AuthorizationError ? error.cause : error;
    if (cause instanceof GoogleSignInError) return { type: cause.refusal };
    throw cause;
  }
}

async function authenticate(request: Request, sent: AuthorizationRequest, options?: ConsentOptions): Promise<GoogleIdentity> {
  // Loaded lazily: password sign-ins don't need Google's client.
  const { PkceGoogleStrategy } = await import("./strategy.server.ts");
  const authenticator = new Authenticator<GoogleIdentity>(createStrategySession(sent), { throwOnError: true });
  return authenticator.use(new PkceGoogleStrategy(sent, options)).authenticate("google", request);
}

/** Holds the state under the strategy's key, and no user, because a user would skip Google. */
function createStrategySession({ state }: AuthorizationRequest): SessionStorage {
  const session = createSession({ "oauth2:state": state });
  const none = async () => "";
  return { getSession: async () => session, commitSession: none, destroySession: none };
}

function newSecret(): string {
  return randomBytes(32).toString("base64url");
}
