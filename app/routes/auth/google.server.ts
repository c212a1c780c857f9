import { type AppLoadContext, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { signInWithGoogle } from "#app/domain/lifecycle/google-sign-in.server.ts";
import { type GoogleIdentity, hasGoogle } from "#app/domain/accounts/google/identity.server.ts";
import { database } from "#db/connection.server.ts";
import {
  clearOAuthFlow,
  type OAuthFlow,
  serializeOAuthFlow,
  pendingLinkCookie,
  consumeOAuthFlow,
} from "#app/server/google/cookies.server.ts";
import { startGoogleFlow, finishGoogleFlow } from "#app/server/google/flow.server.ts";
import { signInRedirectUri } from "#app/server/google/redirect-uri.server.ts";
import { signUpSettings } from "#app/server/instance.server.ts";
import { readInvitationToken, safeRedirectTo } from "#app/server/redirect-to.server.ts";
import { getViewer } from "#app/server/session.server.ts";
import { finishFirstStep } from "#app/server/sign-in/first-step.server.ts";
import { refuseIfBroken } from "#app/server/sign-in/refuse-if-broken.server.ts";
import { serializeToast } from "#app/server/toast.server.ts";
import { finishGoogleConfirmation } from "./confirm/google.server.ts";
import { invitedOtherAddress, noPassword, notInvited } from "./copy.ts";
import { refuseSignIn, takenOver } from "./refuse-sign-in.server.ts";

const refusals = {
  not_set_up: "Google sign-in isn't set up here, so please use your email and password.",
  declined: "You didn't finish signing in with Google. Try again, or use your email and password.",
  refused: "Google couldn't confirm it's you. Please try again.",
  broken:
    "Something went wrong here. Please try again in a moment, or use your email and password.",
  unanswered:
    "Google isn't responding right now. Try again in a moment, or use your email and password.",
  unverified:
    "Google hasn't verified this email address yet. Verify it there, or use your email and password.",
  not_invited: notInvited,
  another_address: invitedOtherAddress,
  no_password: noPassword,
  another_account:
    "This email address is linked to a different Google account. Please choose that one.",
};

export async function startGoogleSignIn(
  request: Request,
  options: { redirectTo?: string; timeZone?: string },
  context: Pick<AppLoadContext, "logError">,
): Promise<Response> {
  const redirectTo = safeRedirectTo(options.redirectTo);
  if (!hasGoogle) return refuseGoogle("not_set_up", redirectTo);
  const start = async () => {
    const { url, state, verifier } = await startGoogleFlow(request, signInRedirectUri(request));
    const cookie = await serializeOAuthFlow({
      state,
      verifier,
      redirectTo,
      timeZone: options.timeZone,
    });
    return redirect(url, { status: 303, headers: { "Set-Cookie": cookie } });
  };
  return refuseIfBroken(context, start, () => refuseGoogle("broken", redirectTo));
}

/** Returns null if the sign-in did not start in this browser or the callback was already used. */
export async function finishGoogleSignIn(args: LoaderFunctionArgs): Promise<Response | null> {
  const { request } = args;
  const params = new URL(request.url).searchParams;
  const flow = hasGoogle ? await consumeOAuthFlow(request, params.get("state")) : null;
  if (!flow || flow.userId) return null;
  if (flow.confirms)
    return finishGoogleConfirmation(args, await getViewer(args, { isAddingFactor: true }), flow);
  const cookies = [await clearOAuthFlow()];
  return refuseIfBroken(
    args.context,
    () => finishFlow(args, flow),
    () => refuseGoogle("broken", flow.redirectTo, cookies),
  );
}

async function finishFlow(args: LoaderFunctionArgs, flow: OAuthFlow): Promise<Response> {
  const { request } = args;
  const params = new URL(request.url).searchParams;
  if (!params.get("code"))
    return refuseGoogle("declined", flow.redirectTo, [await clearOAuthFlow()]);
  const result = await finishGoogleFlow(request, {
    ...flow,
    redirectUri: signInRedirectUri(request),
  });
  if (result.type !== "known")
    return refuseGoogle(result.type, flow.redirectTo, [await clearOAuthFlow()]);
  const { timeZone, redirectTo } = flow;
  const person = { ...result.identity, timeZone, invitationToken: readInvitationToken(redirectTo) };
  const outcome = await signInWithGoogle(database(), person, signUpSettings);
  if (outcome.status === "password_needed") {
    const headers = new Headers({ "Set-Cookie": await clearOAuthFlow() });
    headers.append(
      "Set-Cookie",
      await pendingLinkCookie.serialize({ ...flow, identity: result.identity }),
    );
    return redirect("/auth/google/link", { status: 303, headers });
  }
  if (!("userId" in outcome))
    return refuseGoogle(outcome.status, flow.redirectTo, [await clearOAuthFlow()]);
  return completeSignIn(args, outcome, flow, result.identity);
}

const refuseGoogle = (reason: keyof typeof refusals, redirectTo: string, cookies?: string[]) =>
  refuseSignIn(refusals[reason], redirectTo, cookies);

async function completeSignIn(
  args: LoaderFunctionArgs,
  { status, userId }: { status: "known" | "new" | "taken_over"; userId: string },
  { redirectTo, timeZone }: OAuthFlow,
  identity: GoogleIdentity,
): Promise<Response> {
  const link =
    status === "known" ? ({ provider: "google", isNew: false, identity } as const) : undefined;
  const person = { userId, redirectTo, timeZone, link };
  const cookies = [await clearOAuthFlow()];
  if (status !== "taken_over") return finishFirstStep(args, person, cookies);
  return finishFirstStep(args, person, [...cookies, await serializeToast(takenOver("Google"))]);
}
