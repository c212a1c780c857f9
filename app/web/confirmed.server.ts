import { redirect } from "@remix-run/node";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import type { SignedIn } from "./session.server.ts";

const minutesValid = 10;

/** Signing in counts too. */
export function isConfirmed({ confirmedAt }: SignedIn): boolean {
  return confirmedAt > earlierBy(nowIso(), { minutes: minutesValid });
}

/**
 * Sends users who last entered their password more than 10 minutes ago to a page that asks for it.
 * @param returnTo the page to return to, with what was typed
 */
export function requireConfirmed(viewer: SignedIn, returnTo: string): void {
  if (!isConfirmed(viewer)) throw redirect(confirmPath(returnTo), 303);
}

export function confirmPath(redirectTo: string): string {
  return `/auth/confirm?${new URLSearchParams({ redirectTo })}`;
}
