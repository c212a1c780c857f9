import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type GoogleGrant, type GoogleState, newToken } from "./state.ts";
import { sendJson } from "../server.ts";

/** Exchanges a code or refresh token for an access token (RFC 6749, 4.1.3 and 6; RFC 7636, 4.5). */
export function answerToken(
  state: GoogleState,
  response: ServerResponse,
  form: URLSearchParams,
): void {
  if (state.status !== 200) return sendFailure(response, state);
  if (
    form.get("client_id") !== state.clientId ||
    form.get("client_secret") !== state.clientSecret
  ) {
    return sendJson(response, 401, { error: "invalid_client" });
  }
  if (form.get("grant_type") === "refresh_token") {
    const grant = state.refreshTokens.get(form.get("refresh_token") ?? "");
    if (!grant) return sendJson(response, 400, { error: "invalid_grant" });
    state.accessGiven += 1;
    return sendJson(response, 200, tokensFor(state, grant));
  }
  const code = form.get("code") ?? "";
  const grant = state.codes.get(code);
  state.codes.delete(code);
  if (!grant || !isProven(grant, form)) return sendJson(response, 400, { error: "invalid_grant" });
  const consent = `${grant.person.sub} ${grant.scope}`;
  const refresh_token =
    state.consented.has(consent) && !grant.isAskedAnew ? undefined : newToken("1//");
  state.consented.add(consent);
  if (refresh_token) state.refreshTokens.set(refresh_token, grant);
  return sendJson(response, 200, { ...tokensFor(state, grant), refresh_token });
}

export function answerUserinfo(
  state: GoogleState,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (state.status !== 200) return sendFailure(response, state);
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
  const grant = state.accessTokens.get(token);
  if (!grant) return sendJson(response, 401, { error: "invalid_token" });
  const { sub, email, isVerified, givenName, familyName } = grant.person;
  const name = `${givenName} ${familyName}`;
  const person = {
    sub,
    email,
    email_verified: isVerified,
    name,
    given_name: givenName,
    family_name: familyName,
  };
  return sendJson(response, 200, person);
}

/** Revokes a token and its whole grant. */
export function answerRevocation(
  state: GoogleState,
  response: ServerResponse,
  form: URLSearchParams,
): void {
  if (state.status !== 200) return sendFailure(response, state);
  const token = form.get("token") ?? "";
  const grant = state.refreshTokens.get(token) ?? state.accessTokens.get(token);
  if (!grant) return sendJson(response, 400, { error: "invalid_token" });
  withdrawGrant(state, grant.person.sub);
  return sendJson(response, 200, {});
}

/** Revokes a grant as the user does at Google. */
export function withdrawGrant(state: GoogleState, sub: string): void {
  for (const consent of state.consented)
    if (consent.startsWith(`${sub} `)) state.consented.delete(consent);
  for (const tokens of [state.refreshTokens, state.accessTokens]) {
    for (const [token, grant] of tokens) if (grant.person.sub === sub) tokens.delete(token);
  }
}

function sendFailure(response: ServerResponse, { status, retryAfterSeconds }: GoogleState): void {
  const headers =
    retryAfterSeconds === undefined ? undefined : { "Retry-After": String(retryAfterSeconds) };
  return sendJson(response, status, { error: "internal_failure" }, headers);
}

function isProven({ challenge, redirectUri }: GoogleGrant, form: URLSearchParams): boolean {
  const made = createHash("sha256")
    .update(form.get("code_verifier") ?? "")
    .digest("base64url");
  return made === challenge && form.get("redirect_uri") === redirectUri;
}

function tokensFor(state: GoogleState, grant: GoogleGrant) {
  const access_token = newToken("ya29.");
  state.accessTokens.set(access_token, grant);
  return { access_token, expires_in: 3_599, scope: grant.scope, token_type: "Bearer" };
}
