import type { AppLoadContext } from "@remix-run/node";
import { AuthorizationError, Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { findUserByPassword } from "#app/domain/accounts/credentials/account.server.ts";
import type { Requester } from "#app/domain/accounts/credentials/fair-queue.ts";
import { beginSignIn } from "#app/domain/accounts/credentials/sign-in-limit.server.ts";
import { type AuthMode, weakPassword } from "#app/domain/accounts/input.ts";
import * as lifecycle from "#app/domain/lifecycle/sign-up.server.ts";
import { signUpSettings } from "#app/server/instance.server.ts";
import { readInvitationToken, safeRedirectTo } from "#app/server/redirect-to.server.ts";
import { checkPassword, tooManyTriesMessage } from "#app/server/sign-in/check-password.server.ts";
import { findAttemptSource } from "#app/server/sign-in/device.server.ts";
import { emptySession } from "#app/server/sign-in/empty-session.server.ts";
import { finishFirstStep } from "#app/server/sign-in/first-step.server.ts";
import { rememberSignUp } from "#app/server/sign-in/signed-up.server.ts";
import { busyMessage, unlessBusy } from "#app/server/sign-in/unless-busy.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { database } from "#db/connection.server.ts";
import { invitedOtherAddress, notInvited, tooManySignUps, wrongPassword } from "./copy.ts";

class WrongPassword extends Error {}

const authenticator = new Authenticator<string>(emptySession, { throwOnError: true });

authenticator.use(
  new FormStrategy(async ({ form, context }) => {
    const [email, password] = [String(form.get("email")), String(form.get("password"))];
    const userId = await findUserByPassword(
      database(),
      email,
      password,
      context?.requester as Requester,
    );
    if (!userId) throw new WrongPassword();
    return userId;
  }),
  "password",
);

interface Attempt {
  request: Request;
  context: AppLoadContext;
  email: string;
  password: string;
  firstName?: string;
  timeZone?: string;
  redirectTo?: string;
}

interface Refusal {
  status: number;
  toast?: ReturnType<typeof toast>;
  mode?: AuthMode;
  passwordErrors?: string[];
}

const refusal = (status: number, message: string): Refusal => ({
  status,
  toast: toast("error", "Error", { message }),
});

export const tooManyTries = refusal(429, tooManyTriesMessage);

export const tooManyAtOnce = refusal(503, busyMessage);

export async function signIn(attempt: Attempt): Promise<Response | Refusal> {
  const checked = await checkPassword(attempt, (requester) => identify(attempt, requester));
  if (checked.refused) return refusal(checked.status, checked.message);
  const { userId } = checked;
  if (userId === null)
    return { status: 400, toast: toast("error", "Error", { message: wrongPassword }) };
  return finishFirstStep(attempt, { ...attempt, userId });
}

/** Redirects to the sign-in page (specification, section 4). */
export async function signUp(attempt: Attempt): Promise<Response | Refusal> {
  const { ipAddress } = attempt.context;
  const limit = await beginSignIn(database(), {
    email: attempt.email,
    ...(await findAttemptSource({ ...attempt, ipAddress })),
  });
  if (limit.refused) return tooManyTries;
  const person = {
    ...attempt,
    ipAddress,
    invitationToken: readInvitationToken(attempt.redirectTo),
  };
  const outcome = await unlessBusy(lifecycle.signUp(database(), person, signUpSettings));
  if (outcome === "busy") {
    await limit.succeed();
    return tooManyAtOnce;
  }
  if ("refused" in outcome && outcome.refused === "already_registered") {
    const message = "This email is already registered. Please log in instead.";
    return {
      status: 400,
      mode: "login",
      toast: toast("error", "Account already exists", { message }),
    };
  }
  if ("refused" in outcome && outcome.refused === "too_often") {
    return { status: 429, toast: toast("error", "Too many sign-ups", { message: tooManySignUps }) };
  }
  if ("refused" in outcome && outcome.refused !== "weak_password") {
    const message = outcome.refused === "another_address" ? invitedOtherAddress : notInvited;
    return { status: 403, toast: toast("error", "Error", { message }) };
  }
  await limit.succeed();
  if ("refused" in outcome) {
    return { status: 400, passwordErrors: [weakPassword] };
  }
  const search = new URLSearchParams({ redirectTo: safeRedirectTo(attempt.redirectTo) });
  const created = toast("success", "Account created!", { message: "You can now log in." });
  return redirectWithToast(`/auth?${search}`, created, [await rememberSignUp(outcome.userId)]);
}

/** Returns null if the password is wrong. */
async function identify(
  { request, context, email, password }: Attempt,
  requester: Requester,
): Promise<string | null> {
  const formData = new FormData();
  formData.set("email", email);
  formData.set("password", password);
  // The request's body has already been read.
  const unread = new Request(request.url, { headers: request.headers });
  const options = { throwOnError: true, context: { ...context, formData, requester } };
  return authenticator.authenticate("password", unread, options).catch((error: unknown) => {
    // remix-auth wraps everything thrown, including database errors.
    const cause = error instanceof AuthorizationError ? error.cause : error;
    if (cause instanceof WrongPassword) return null;
    throw cause;
  });
}
