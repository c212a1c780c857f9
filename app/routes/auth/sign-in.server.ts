import type { AppLoadContext } from "@remix-run/node";
import { AuthorizationError } from "remix-auth";
import * as lifecycle from "#app/domain/lifecycle/sign-up.server.ts";
import { type AuthMode, weakPassword } from "#app/domain/accounts/input.ts";
import { beginSignIn } from "#app/domain/accounts/credentials/sign-in-limit.server.ts";
import { env } from "#app/config/env.server.ts";
import { database } from "#db/connection.server.ts";
import { authenticator, WrongPassword } from "./authenticator.server.ts";
import { notInvited } from "./copy.ts";
import { checkPassword, tooManyTriesMessage } from "#app/web/check-password.server.ts";
import { canSendEmail } from "#app/web/instance.server.ts";
import { safeRedirectTo } from "#app/web/redirect-to.server.ts";
import { finishFirstStep } from "#app/web/sign-in/first-step.server.ts";
import { redirectWithToast, toast } from "#app/web/toast.server.ts";

interface Attempt {
  request: Request;
  context: AppLoadContext;
  email: string;
  password: string;
  timeZone?: string;
  redirectTo?: string;
}

interface Refusal {
  status: number;
  toast?: ReturnType<typeof toast>;
  mode?: AuthMode;
  passwordErrors?: string[];
}

export const tooManyTries: Refusal = {
  status: 429,
  toast: toast("error", "Error", { message: tooManyTriesMessage }),
};

export async function signIn(attempt: Attempt): Promise<Response | Refusal> {
  const { email, context } = attempt;
  try {
    const checked = await checkPassword({ email, ipAddress: context.ipAddress }, () => identify(attempt));
    if (checked.refused) return tooManyTries;
    return finishFirstStep(attempt.request, { ...attempt, userId: checked.userId });
  } catch (error) {
    // remix-auth wraps everything thrown, including database errors.
    const cause = error instanceof AuthorizationError ? error.cause : error;
    if (!(cause instanceof WrongPassword)) throw cause;
    return { status: 400, toast: toast("error", "Error", { message: cause.message }) };
  }
}

/** Redirects to the sign-in page (specification, section 4). */
export async function signUp(attempt: Attempt): Promise<Response | Refusal> {
  const limit = await beginSignIn(database(), { email: attempt.email, ipAddress: attempt.context.ipAddress });
  if (limit.refused) return tooManyTries;
  const outcome = await lifecycle.signUp(database(), attempt, { canSendEmail, signUpPolicy: env.SIGN_UP });
  if ("refused" in outcome && outcome.refused === "already_registered") {
    const message = "This email is already registered. Please log in instead.";
    return { status: 400, mode: "login", toast: toast("error", "Account already exists", { message }) };
  }
  if ("refused" in outcome && outcome.refused === "not_invited") {
    return { status: 403, toast: toast("error", "Error", { message: notInvited }) };
  }
  await limit.succeed();
  if ("refused" in outcome) {
    return { status: 400, passwordErrors: [weakPassword] };
  }
  const search = new URLSearchParams({ redirectTo: safeRedirectTo(attempt.redirectTo) });
  return redirectWithToast(`/auth?${search}`, toast("success", "Account created!", { message: "You can now log in." }));
}

async function identify({ request, context, email, password }: Attempt): Promise<string> {
  const formData = new FormData();
  formData.set("email", email);
  formData.set("password", password);
  // The request's body has already been read.
  const unread = new Request(request.url, { headers: request.headers });
  return authenticator.authenticate("password", unread, { throwOnError: true, context: { ...context, formData } });
}
