import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { findConnection } from "#app/domain/calendar/find-connection.server.ts";
import { allowsCalendar } from "#app/domain/lifecycle/google-sign-in.server.ts";
import { hasGoogle } from "#app/domain/accounts/google/identity.server.ts";
import {
  connectCalendar,
  revokeUnusedGrant,
} from "#app/domain/calendar/google/connection.server.ts";
import { database } from "#db/connection.server.ts";
import { requireConfirmed } from "#app/server/confirmed.server.ts";
import {
  clearOAuthFlow,
  consumeOAuthFlow,
  type OAuthFlow,
  serializeOAuthFlow,
} from "#app/server/google/cookies.server.ts";
import { startGoogleFlow, finishGoogleFlow } from "#app/server/google/flow.server.ts";
import { signUpSettings, linkBase } from "#app/server/instance.server.ts";
import { refuseIfBroken } from "#app/server/sign-in/refuse-if-broken.server.ts";
import type { SignedIn } from "#app/server/session.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";

const page = "/preferences/calendar";

const refusals = {
  not_set_up: "Google isn't set up here yet. This page explains how to set it up.",
  declined: "You didn't finish connecting at Google, so nothing was changed. Try again any time.",
  refused: "Google couldn't confirm it's you. Please try again.",
  broken: "Something went wrong here, so nothing was changed. Please try again in a moment.",
  unanswered: "Google isn't responding right now. Please try again in a moment.",
  unverified: "Google hasn't verified this email address yet. Verify it there, then try again.",
  no_calendar:
    "Mila needs access to your calendar. Please try again and leave the calendar box checked.",
  someone_elses: "Someone else here uses that Google account. Please choose another one.",
  another_account:
    "You're connected to a different Google account. Choose that one, or disconnect it first.",
};

export async function startConnection({
  request,
  context,
  viewer,
}: ActionFunctionArgs & { viewer: SignedIn }): Promise<Response> {
  if (!hasGoogle) return refuse("not_set_up");
  return refuseIfBroken(
    context,
    () => startFlow(request, viewer),
    () => refuse("broken"),
  );
}

async function startFlow(request: Request, viewer: SignedIn): Promise<Response> {
  const connection = await findConnection(database(), viewer.userId);
  // Once it is connected, the calendar's owner receives every task.
  if (!connection) requireConfirmed(viewer, page);
  const { url, state, verifier } = await startGoogleFlow(request, redirectUri(request), {
    prompt: "consent",
    loginHint: connection?.email,
  });
  const cookie = await serializeOAuthFlow({
    state,
    verifier,
    redirectTo: page,
    userId: viewer.userId,
  });
  return redirect(url, { status: 303, headers: { "Set-Cookie": cookie } });
}

/** Returns null if this user did not start in this browser or the callback was already used. */
export async function finishConnection(
  { request, context }: LoaderFunctionArgs,
  viewer: SignedIn | null,
): Promise<Response | null> {
  const params = new URL(request.url).searchParams;
  const flow = hasGoogle ? await consumeOAuthFlow(request, params.get("state")) : null;
  if (!flow?.userId || flow.userId !== viewer?.userId) return null;
  return refuseIfBroken(
    context,
    () => finishFlow(request, viewer.userId, flow),
    () => refuse("broken"),
  );
}

async function finishFlow(request: Request, userId: string, flow: OAuthFlow): Promise<Response> {
  const params = new URL(request.url).searchParams;
  if (!params.get("code")) return refuse("declined");
  const result = await finishGoogleFlow(request, { ...flow, redirectUri: redirectUri(request) });
  if (result.type !== "known") return refuse(result.type);
  const { sub, email, scope, refreshToken } = result.identity;
  if (!allowsCalendar(scope)) return refuse("no_calendar");
  if (!refreshToken) return refuse("refused");
  const grant = { sub, email, refreshToken };
  const connected = await database()
    .transaction()
    .execute((trx) => connectCalendar(trx, userId, grant, signUpSettings.encryptionKey));
  if (connected !== "connected") {
    await revokeUnusedGrant(database(), grant);
    return refuse(connected);
  }
  const message = `I'll save tasks to the calendar of ${email}.`;
  return redirectWithToast(page, toast("success", "Google Calendar connected", { message }), [
    await clearOAuthFlow(),
  ]);
}

async function refuse(reason: keyof typeof refusals): Promise<Response> {
  return redirectWithToast(page, toast("error", "Not connected", { message: refusals[reason] }), [
    await clearOAuthFlow(),
  ]);
}

/** Google requires the same URI in both requests. */
function redirectUri(request: Request): string {
  return `${linkBase(request).origin}${page}/callback`;
}
