import {
  type ActionFunctionArgs,
  type AppLoadContext,
  type LoaderFunctionArgs,
  redirect,
} from "@remix-run/node";
import { findUserByPassword } from "#app/domain/accounts/credentials/account.server.ts";
import { oidcName } from "#app/domain/accounts/oidc/identity.server.ts";
import { signInWithOidc } from "#app/domain/lifecycle/oidc-sign-in.server.ts";
import { database } from "#db/connection.server.ts";
import { checkPassword } from "#app/server/sign-in/check-password.server.ts";
import { signUpInstance } from "#app/server/instance.server.ts";
import {
  consumeOidcFlow,
  oidcFlowCookie,
  oidcLinkCookie,
  type PendingOidcLink,
} from "#app/server/oidc/cookies.server.ts";
import { finishOidcFlow, logRefusal, startOidcFlow } from "#app/server/oidc/flow.server.ts";
import { readInvitationToken, safeRedirectTo } from "#app/server/redirect-to.server.ts";
import { getViewer } from "#app/server/session.server.ts";
import { finishFirstStep } from "#app/server/sign-in/first-step.server.ts";
import { redirectWithToast, serializeToast, toast } from "#app/server/toast.server.ts";
import { finishOidcConfirmation } from "../confirm/oidc.server.ts";
import { invitedOtherAddress, noPassword, notInvited } from "../copy.ts";

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
    const outcome = await signInWithOidc(database(), person, signUpInstance);
    if (outcome.status === "password_needed") {
      const headers = new Headers({ "Set-Cookie": cookies[0] ?? "" });
      headers.append(
        "Set-Cookie",
        await oidcLinkCookie.serialize({ redirectTo, timeZone, identity }),
      );
      return redirect("/auth/oidc/link", { status: 303, headers });
    }
    if (!("userId" in outcome)) return await refuseOidc(outcome.status, redirectTo, cookies);
    if (outcome.status === "taken_over") cookies.push(await serializeToast(takenOver));
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

/** Limited like signing in. */
export async function linkByPassword(
  { request, context }: Pick<ActionFunctionArgs, "request" | "context">,
  { identity, redirectTo, timeZone }: PendingOidcLink,
  password: string,
): Promise<Response | { status: number; errors: string[] }> {
  const { email } = identity;
  const checked = await checkPassword({ request, email, context }, (turn) =>
    findUserByPassword(database(), email, password, turn),
  );
  if (checked.refused) return { status: checked.status, errors: [checked.message] };
  const { userId } = checked;
  if (!userId) return { status: 400, errors: ["Wrong password for this account"] };
  const cookies = [await oidcLinkCookie.clear()];
  const link = { provider: "oidc", isNew: true, identity } as const;
  return finishFirstStep({ request, context }, { userId, redirectTo, timeZone, link }, cookies);
}

const takenOver = toast("success", "This account is yours now", {
  message:
    "Someone signed up with your address but never confirmed it. I removed their password and everyone they " +
    `let in. Please keep signing in with ${oidcName}.`,
});

function refuseOidc(
  reason: keyof typeof refusals,
  redirectTo: string,
  cookies: string[] = [],
): Promise<Response> {
  const address =
    redirectTo === "/dashboard" ? "/auth" : `/auth?${new URLSearchParams({ redirectTo })}`;
  return redirectWithToast(
    address,
    toast("error", "Error", { message: refusals[reason] }),
    cookies,
  );
}
