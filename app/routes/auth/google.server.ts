import { redirect } from "@remix-run/node";
import { signInWithGoogle } from "#app/domain/lifecycle/google-sign-in.server.ts";
import { hasGoogle } from "#app/domain/accounts/google/identity.server.ts";
import { database } from "#db/connection.server.ts";
import {
  clearOAuthFlow,
  type OAuthFlow,
  serializeOAuthFlow,
  pendingLinkCookie,
  consumeOAuthFlow,
} from "#app/web/google/cookies.server.ts";
import { startGoogleFlow, finishGoogleFlow } from "#app/web/google/flow.server.ts";
import { googleInstance, linkBase } from "#app/web/instance.server.ts";
import { safeRedirectTo } from "#app/web/redirect-to.server.ts";
import { finishFirstStep } from "#app/web/sign-in/first-step.server.ts";
import { redirectWithToast, serializeToast, toast } from "#app/web/toast.server.ts";
import { notInvited } from "./copy.ts";

const refusals = {
  not_set_up:
    "Google sign-in isn't set up here yet. Your administrator needs to set GOOGLE_CLIENT_ID and " +
    "GOOGLE_CLIENT_SECRET. Until then, use your email and password.",
  declined: "You didn't finish signing in with Google. Try again, or use your email and password.",
  refused: "Google couldn't confirm it's you. Please try again.",
  unanswered: "Google isn't responding right now. Try again in a moment, or use your email and password.",
  unverified: "Google hasn't verified this email address yet. Verify it there, or use your email and password.",
  not_invited: notInvited,
  another_account: "This email address is linked to a different Google account. Please choose that one.",
};

export async function startGoogleSignIn(
  request: Request,
  options: { redirectTo?: string; timeZone?: string },
): Promise<Response> {
  const redirectTo = safeRedirectTo(options.redirectTo);
  if (!hasGoogle) return refuseGoogle("not_set_up", redirectTo);
  const { url, state, verifier } = await startGoogleFlow(request, redirectUri(request));
  const cookie = await serializeOAuthFlow({ state, verifier, redirectTo, timeZone: options.timeZone });
  return redirect(url, { status: 303, headers: { "Set-Cookie": cookie } });
}

/** Returns null if the sign-in did not start in this browser or the callback was already used. */
export async function finishGoogleSignIn(request: Request): Promise<Response | null> {
  const params = new URL(request.url).searchParams;
  const flow = hasGoogle ? await consumeOAuthFlow(request, params.get("state")) : null;
  if (!flow || flow.userId) return null;
  if (!params.get("code")) return refuseGoogle("declined", flow.redirectTo, [await clearOAuthFlow()]);
  const result = await finishGoogleFlow(request, { ...flow, redirectUri: redirectUri(request) });
  if (result.type !== "known") return refuseGoogle(result.type, flow.redirectTo, [await clearOAuthFlow()]);
  const { timeZone } = flow;
  const outcome = await signInWithGoogle(database(), { ...result.identity, timeZone }, googleInstance);
  if (outcome.status === "password_needed") {
    const headers = new Headers({ "Set-Cookie": await clearOAuthFlow() });
    headers.append("Set-Cookie", await pendingLinkCookie.serialize({ ...flow, identity: result.identity }));
    return redirect("/auth/google/link", { status: 303, headers });
  }
  if (!("userId" in outcome)) return refuseGoogle(outcome.status, flow.redirectTo, [await clearOAuthFlow()]);
  return completeSignIn(request, outcome, flow);
}

export function refuseGoogle(reason: keyof typeof refusals, redirectTo: string, cookies: string[] = []) {
  const address = redirectTo === "/dashboard" ? "/auth" : `/auth?${new URLSearchParams({ redirectTo })}`;
  return redirectWithToast(address, toast("error", "Error", { message: refusals[reason] }), cookies);
}

async function completeSignIn(
  request: Request,
  { status, userId }: { status: "known" | "new" | "taken_over"; userId: string },
  { redirectTo, timeZone }: OAuthFlow,
): Promise<Response> {
  const person = { userId, redirectTo, timeZone };
  const cookies = [await clearOAuthFlow()];
  if (status !== "taken_over") return finishFirstStep(request, person, cookies);
  const message =
    "Someone signed up with your address but never confirmed it. I removed their password, so please keep signing " +
    "in with Google. Check Family & Household for anyone you don't know.";
  const welcome = toast("success", "This account is yours now", { message });
  return finishFirstStep(request, person, [...cookies, await serializeToast(welcome)]);
}

/** Google requires the same URI in both requests. */
function redirectUri(request: Request): string {
  return `${linkBase(request).origin}/auth/google/callback`;
}
