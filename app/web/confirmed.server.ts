import { redirect } from "@remix-run/node";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import { pagePath } from "./redirect-to.server.ts";
import type { SignedIn } from "./session.server.ts";
import { keepForm } from "./sign-in/kept-form.server.ts";

export const confirmationMinutes = 10;

/** Signing in counts too. */
export function isConfirmed({ confirmedAt }: SignedIn): boolean {
  return confirmedAt > earlierBy(nowIso(), { minutes: confirmationMinutes });
}

/**
 * Sends users who last entered their password more than 10 minutes ago to a page that asks for it.
 * @param returnTo the page to return to
 */
export function requireConfirmed(viewer: SignedIn, returnTo: string): void {
  if (!isConfirmed(viewer)) throw redirect(confirmPath(returnTo), 303);
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
