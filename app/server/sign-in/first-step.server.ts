import { redirect } from "@remix-run/node";
import { findPasswordMark } from "#app/domain/accounts/credentials/account.server.ts";
import { hasFactor } from "#app/domain/accounts/factors/factors.server.ts";
import { setTimeZoneIfUnknown } from "#app/domain/accounts/profile/time-zone.server.ts";
import { z } from "#app/domain/core/zod.ts";
import { providerLink, saveProviderLink } from "#app/domain/lifecycle/provider-link.server.ts";
import { database } from "#db/connection.server.ts";
import { encryptionKey } from "../instance.server.ts";
import { safeRedirectTo } from "../redirect-to.server.ts";
import { sealedCookie } from "../cookies/sealed-cookie.server.ts";
import { notSavedYet, redirectWithToast, serializeToast, toast } from "../toast.server.ts";
import { isFormKept } from "./kept-form.server.ts";
import { rememberLastUser } from "./last-user.server.ts";
import { signInCookie } from "../session.server.ts";

const pendingSignIn = z.object({
  userId: z.string(),
  redirectTo: z.string().optional(),
  timeZone: z.string().optional(),
  passwordMark: z.string(),
  link: providerLink.optional(),
});

/** Someone who has typed the right password, or returned from Google, but has no session yet. */
type PendingSignIn = z.infer<typeof pendingSignIn>;

const pendingCookie = sealedCookie("mila_sign_in", "pending-sign-in", pendingSignIn);

/** @property link saved only when the session starts */
type Person = Omit<PendingSignIn, "passwordMark">;
type RequestArgs = Parameters<typeof signInCookie>[0];

/** Starts a session, or asks for the second step first. */
export async function finishFirstStep(
  args: RequestArgs,
  person: Person,
  cookies: string[] = [],
): Promise<Response> {
  if (!(await hasFactor(database(), person.userId)))
    return startSignedIn(args, { ...person, tookSecondStep: false }, cookies);
  const { userId, redirectTo, timeZone, link } = person;
  const passwordMark = (await findPasswordMark(database(), userId)) ?? "";
  const pending = await pendingCookie.serialize({
    userId,
    redirectTo,
    timeZone,
    link,
    passwordMark,
  });
  return redirectWithCookies("/auth/code", [...cookies, pending]);
}

/** Returns null after 10 minutes, and if the password has changed since. */
export async function readPendingSignIn(request: Request): Promise<PendingSignIn | null> {
  const pending = await pendingCookie.read(request);
  if (!pending) return null;
  return (await findPasswordMark(database(), pending.userId)) === pending.passwordMark
    ? pending
    : null;
}

/** The caller has checked the second step. */
export async function finishSecondStep(args: RequestArgs, person: Person): Promise<Response> {
  return startSignedIn(args, { ...person, tookSecondStep: true }, [await pendingCookie.clear()]);
}

/** The caller has checked everything. */
export async function startSignedIn(
  args: RequestArgs,
  { userId, redirectTo, timeZone, link, tookSecondStep }: Person & { tookSecondStep: boolean },
  cookies: string[] = [],
): Promise<Response> {
  if (link && !(await saveProviderLink(database(), userId, link, encryptionKey)))
    return redirectWithToast("/auth", toast("error", "Error", { message: linkChanged }), cookies);
  await setTimeZoneIfUnknown(database(), userId, timeZone);
  const path = safeRedirectTo(redirectTo);
  const notSaved = (await isFormKept(userId, path)) ? [await serializeToast(notSavedYet())] : [];
  const signedIn = [
    await signInCookie(args, { userId, tookSecondStep }),
    await rememberLastUser(userId),
  ];
  return redirectWithCookies(path, [...cookies, ...signedIn, ...notSaved]);
}

const linkChanged = "Something about how you log in has changed meanwhile. Please log in again.";

function redirectWithCookies(path: string, cookies: string[]): Response {
  const headers = new Headers();
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return redirect(path, { status: 303, headers });
}
