import { type AppLoadContext, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { oidcName } from "#app/domain/accounts/oidc/identity.server.ts";
import { signInWithOidc } from "#app/domain/lifecycle/oidc-sign-in.server.ts";
import { database } from "#db/connection.server.ts";
import { signUpSettings } from "#app/server/instance.server.ts";
import {
  consumeOidcFlow,
  oidcFlowCookie,
  oidcLinkCookie,
} from "#app/server/oidc/cookies.server.ts";
import { finishOidcFlow, logRefusal, startOidcFlow } from "#app/server/oidc/flow.server.ts";
import { readInvitationToken, safeRedirectTo } from "#app/server/redirect-to.server.ts";
import { getViewer } from "#app/server/session.server.ts";
import { finishFirstStep } from "#app/server/sign-in/first-step.server.ts";
import { serializeToast } from "#app/server/toast.server.ts";
import { finishOidcConfirmation } from "../confirm/oidc.server.ts";
import { invitedOtherAddress, noPassword, notInvited } from "../copy.ts";
import { refuseSignIn, takenOver } from "../refuse-sign-in.server.ts";

const refusals = {
  not_set_up: "No other sign-in is set up here. Use your email and password.",
  declined: `You didn't finish signing in with ${oidcName}. Try again, or use your email and password.`,
  refused: `${oidcName} couldn't confirm it's you. Please try again.`,
  broken:
    "Something went wrong here. Please try again in a moment, or use your email and password.",
  unanswered: `${oidcName} isn't responding right now. Try again in a moment, or use your email and password.`,
  misconfigured: `Signing in with ${oidcName} isn't set up right. Mila's owner finds the reason in the log.`,
  unverified: `${oidcName} hasn't verified your email address. Verify it there, or use your email and password.`,
  not_invited: notInvited,
  another_address: invitedOtherAddress,
  no_password: noPassword,
  another_account: `This email address is linked to a different account at ${oidcName}. Please choose that one.`,
};

type Log = Pick<AppLoadContext, "logInfo" | "logError">;

export async function startOidcSignIn(
  request: Request,
  options: { redirectTo?: string; timeZone?: string },
  log: Log,
): Promise<Response> {
  const redirectTo = safeRedirectTo(options.redirectTo);
  if (oidcName === null) return refuseOidc("not_set_up", redirectTo);
  try {
    const { url, state, nonce, verifier } = await startOidcFlow(request);
    const flow = {
      state,
      nonce,
      verifier,
      redirectTo,
      timeZone: options.timeZone,
      startedAt: Date.now(),
    };
    return redirect(url, {
      status: 303,
      headers: { "Set-Cookie": await oidcFlowCookie.serialize(flow) },
    });
  } catch (error) {
    return refuseOidc(logRefusal(error, log), redirectTo);
  }
}

/** Returns null if the sign-in did not start in this browser or the callback was already used. */
export async function finishOidcSignIn(args: LoaderFunctionArgs): Promise<Response | null> {
  const { request, context: log } = args;
  const flow = oidcName === null ? null : await consumeOidcFlow(request);
  if (!flow) return null;
  if (flow.confirms)
    return finishOidcConfirmation(args, await getViewer(args, { isAddingFactor: true }), flow);
  const { redirectTo, timeZone } = flow;
  const cookies = [await oidcFlowCookie.clear()];
  if (!new URL(request.url).searchParams.has("code"))
    return refuseOidc("declined", redirectTo, cookies);
  try {
    const identity = await finishOidcFlow(request, flow);
    const person = { ...identity, timeZone, invitationToken: readInvitationToken(redirectTo) };
    const outcome = await signInWithOidc(database(), person, signUpSettings);
    if (outcome.status === "password_needed") {
      const headers = new Headers({ "Set-Cookie": cookies[0] ?? "" });
      headers.append(
        "Set-Cookie",
        await oidcLinkCookie.serialize({ redirectTo, timeZone, identity }),
      );
      return redirect("/auth/oidc/link", { status: 303, headers });
    }
    if (!("userId" in outcome)) return await refuseOidc(outcome.status, redirectTo, cookies);
    if (outcome.status === "taken_over") cookies.push(await serializeToast(takenOver(oidcName)));
    const link =
      outcome.status === "known"
        ? ({ provider: "oidc", isNew: false, identity } as const)
        : undefined;
    return await finishFirstStep(
      args,
      { userId: outcome.userId, redirectTo, timeZone, link },
      cookies,
    );
  } catch (error) {
    return refuseOidc(logRefusal(error, log), redirectTo, cookies);
  }
}

const refuseOidc = (reason: keyof typeof refusals, redirectTo: string, cookies?: string[]) =>
  refuseSignIn(refusals[reason], redirectTo, cookies);
