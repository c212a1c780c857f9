import { redirect } from "@remix-run/node";
import { hasFactor } from "#app/domain/accounts/factors/factors.server.ts";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import { database } from "#db/connection.server.ts";
import { pagePath, safeRedirectTo, searchOf } from "./redirect-to.server.ts";
import type { SignedIn } from "./session.server.ts";
import { keepForm } from "./sign-in/kept-form.server.ts";

export const confirmationMinutes = 10;

/** Signing in counts as well. */
export function isConfirmed({ confirmedAt }: SignedIn): boolean {
  return isRecent(confirmedAt);
}

/**
 * Sends users who last entered their password more than 10 minutes ago to a page that asks for it.
 * @param returnTo the page to return to
 */
export function requireConfirmed(viewer: SignedIn, returnTo: string): void {
  if (!isConfirmed(viewer)) throw redirect(confirmPath(returnTo), 303);
}

/**
 * Guards changes to how the user signs in, which require what signing in requires. If the account
 * has a second step, leads to the password and then to that step.
 */
export async function requireFullyConfirmed(viewer: SignedIn, returnTo: string): Promise<void> {
  const takesStep =
    !isRecent(viewer.secondStepAt ?? "") && (await hasFactor(database(), viewer.userId));
  requireConfirmed(viewer, takesStep ? confirmStepPath(returnTo) : returnTo);
  if (takesStep) throw redirect(confirmStepPath(returnTo), 303);
}

/** Keeps the form until the user comes back. @param form the request, unread */
export async function requireFullyConfirmedForm(
  viewer: SignedIn,
  form: Request,
  keepFields: readonly string[],
): Promise<void> {
  try {
    await requireFullyConfirmed(viewer, pagePath(form.url));
  } catch (confirmation) {
    await keepForm(viewer.userId, form, keepFields);
    throw confirmation;
  }
}

/** Keeps the form until the user comes back. @param form the request, unread */
export async function requireConfirmedForm(
  viewer: SignedIn,
  form: Request,
  keepFields: readonly string[],
): Promise<void> {
  if (isConfirmed(viewer)) return;
  await keepForm(viewer.userId, form, keepFields);
  requireConfirmed(viewer, pagePath(form.url));
}

export function confirmPath(redirectTo: string): string {
  return `/auth/confirm?${new URLSearchParams({ redirectTo })}`;
}

const stepPage = "/auth/confirm/code";

/** Returns the path of the page that asks for the second step, after the password. */
export function confirmStepPath(redirectTo: string): string {
  return `${stepPage}?${new URLSearchParams({ redirectTo })}`;
}

export function leadsToStep(redirectTo: string): boolean {
  return pagePath(redirectTo) === stepPage;
}

/** Returns a page that doesn't ask again, for users who decline to confirm. */
export function unconfirmedPath(redirectTo: string): string {
  const path = leadsToStep(redirectTo)
    ? safeRedirectTo(searchOf(redirectTo).get("redirectTo"))
    : redirectTo;
  return path.startsWith(`${accountPage}/`) ? accountPage : path;
}

const accountPage = "/preferences/account";

function isRecent(instant: string): boolean {
  return instant > earlierBy(nowIso(), { minutes: confirmationMinutes });
}
