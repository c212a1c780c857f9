import { type AppLoadContext, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { oidcName } from "#app/domain/accounts/oidc/identity.server.ts";
import { findUserByOidc } from "#app/domain/accounts/oidc/oidc-account.server.ts";
import { database } from "#db/connection.server.ts";
import { confirmationMinutes } from "#app/server/confirmed.server.ts";
import { type OidcFlow, oidcFlowCookie } from "#app/server/oidc/cookies.server.ts";
import { finishOidcFlow, logRefusal, startOidcFlow } from "#app/server/oidc/flow.server.ts";
import type { SignedIn } from "#app/server/session.server.ts";
import { finishConfirmation, refuseConfirmation } from "./outcome.server.ts";

const refusals = {
  not_set_up: "That sign-in isn't set up here anymore. Choose a password instead.",
  declined: `You didn't finish confirming with ${oidcName}. Please try again.`,
  refused: `${oidcName} couldn't confirm it's you. Please try again.`,
  broken: "Something went wrong here. Please try again in a moment.",
  unanswered: `${oidcName} isn't responding right now. Please try again in a moment.`,
  misconfigured: `Signing in with ${oidcName} isn't set up right. Mila's owner finds the reason in the log.`,
  unverified: `${oidcName} hasn't verified your email address. Verify it there, then try again.`,
  another_account: `That's a different account at ${oidcName}. Please choose the one you sign in with.`,
};

export async function startOidcConfirmation(
  request: Request,
  { userId }: SignedIn,
  redirectTo: string,
  log: Pick<AppLoadContext, "logInfo" | "logError">,
): Promise<Response> {
  if (oidcName === null) return refuse("not_set_up", redirectTo);
  try {
    const { url, ...started } = await startOidcFlow(request, { maxAge: confirmationMinutes * 60 });
    const flow = { ...started, redirectTo, confirms: userId, startedAt: Date.now() };
    return redirect(url, {
      status: 303,
      headers: { "Set-Cookie": await oidcFlowCookie.serialize(flow) },
    });
  } catch (error) {
    return refuse(logRefusal(error, log), redirectTo);
  }
}

/** Returns null if someone else is signed in by now. */
export async function finishOidcConfirmation(
  { request, context }: LoaderFunctionArgs,
  viewer: SignedIn | null,
  flow: OidcFlow,
): Promise<Response | null> {
  const { confirms, redirectTo } = flow;
  if (!viewer || viewer.userId !== confirms) return null;
  if (!new URL(request.url).searchParams.has("code")) return refuse("declined", redirectTo);
  try {
    const identity = await finishOidcFlow(request, flow);
    if ((await findUserByOidc(database(), identity)) !== viewer.userId)
      return await refuse("another_account", redirectTo);
    return await finishConfirmation(viewer, redirectTo, [await oidcFlowCookie.clear()]);
  } catch (error) {
    return refuse(logRefusal(error, context), redirectTo);
  }
}

async function refuse(reason: keyof typeof refusals, redirectTo: string): Promise<Response> {
  return refuseConfirmation(refusals[reason], redirectTo, [await oidcFlowCookie.clear()]);
}
