import { type AppLoadContext, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { findCredentials } from "#app/domain/accounts/credentials/account.server.ts";
import { findUserBySub } from "#app/domain/accounts/google/google-account.server.ts";
import { hasGoogle } from "#app/domain/accounts/google/identity.server.ts";
import {
  clearOAuthFlow,
  type OAuthFlow,
  serializeOAuthFlow,
} from "#app/server/google/cookies.server.ts";
import { finishGoogleFlow, startGoogleFlow } from "#app/server/google/flow.server.ts";
import { signInRedirectUri } from "#app/server/google/redirect-uri.server.ts";
import { refuseIfBroken } from "#app/server/sign-in/refuse-if-broken.server.ts";
import type { SignedIn } from "#app/server/session.server.ts";
import { database } from "#db/connection.server.ts";
import { finishConfirmation, refuseConfirmation } from "./outcome.server.ts";

const refusals = {
  not_set_up: "Google sign-in isn't set up here anymore. Choose a password instead.",
  declined: "You didn't finish confirming with Google. Please try again.",
  refused: "Google couldn't confirm it's you. Please try again.",
  broken: "Something went wrong here. Please try again in a moment.",
  unanswered: "Google isn't responding right now. Please try again in a moment.",
  unverified: "Google hasn't verified this email address yet. Verify it there, then try again.",
  another_google: "That's a different Google account. Please choose the one you sign in with.",
};

export async function startGoogleConfirmation(
  request: Request,
  { userId }: SignedIn,
  redirectTo: string,
  context: Pick<AppLoadContext, "logError">,
): Promise<Response> {
  if (!hasGoogle) return refuse("not_set_up", redirectTo);
  const start = () => startFlow(request, userId, redirectTo);
  return refuseIfBroken(context, start, () => refuse("broken", redirectTo));
}

async function startFlow(request: Request, userId: string, redirectTo: string): Promise<Response> {
  const { googleEmail } = await findCredentials(database(), userId);
  const { url, state, verifier } = await startGoogleFlow(request, signInRedirectUri(request), {
    // Otherwise Google answers at once, without asking the user.
    prompt: "select_account",
    loginHint: googleEmail ?? undefined,
    scope: "openid email profile",
  });
  const cookie = await serializeOAuthFlow({ state, verifier, redirectTo, confirms: userId });
  return redirect(url, { status: 303, headers: { "Set-Cookie": cookie } });
}

/** Returns null if someone else is signed in by now. */
export async function finishGoogleConfirmation(
  { request, context }: LoaderFunctionArgs,
  viewer: SignedIn | null,
  flow: OAuthFlow,
): Promise<Response | null> {
  if (!viewer || viewer.userId !== flow.confirms) return null;
  const finish = () => finishFlow(request, viewer, flow);
  return refuseIfBroken(context, finish, () => refuse("broken", flow.redirectTo));
}

async function finishFlow(request: Request, viewer: SignedIn, flow: OAuthFlow): Promise<Response> {
  if (!new URL(request.url).searchParams.has("code")) return refuse("declined", flow.redirectTo);
  const result = await finishGoogleFlow(request, {
    ...flow,
    redirectUri: signInRedirectUri(request),
  });
  if (result.type !== "known") return refuse(result.type, flow.redirectTo);
  if ((await findUserBySub(database(), result.identity.sub)) !== viewer.userId)
    return refuse("another_google", flow.redirectTo);
  return finishConfirmation(viewer, flow.redirectTo, [await clearOAuthFlow()]);
}

async function refuse(reason: keyof typeof refusals, redirectTo: string): Promise<Response> {
  return refuseConfirmation(refusals[reason], redirectTo, [await clearOAuthFlow()]);
}
