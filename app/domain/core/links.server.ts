import { linkToken } from "./link-token.server.ts";

/** Where links lead, and what they are signed with. */
export interface LinkBase {
  /** Without a slash at its end. */
  origin: string;
  linkKey: string;
}

/** Where somebody chooses a new password. */
export function passwordResetLink({ origin, linkKey }: LinkBase, resetId: string): string {
  return `${origin}/auth/reset?token=${linkToken(linkKey, "password-reset", resetId)}`;
}

/** Where somebody accepts an invitation; each version of it has a link of its own. */
export function invitationLink(
  { origin, linkKey }: LinkBase,
  { id, version }: { id: string; version: number },
): string {
  return `${origin}/accept-invitation?token=${linkToken(linkKey, "invitation", id, version)}`;
}

/** Where somebody confirms that an address is theirs. */
export function emailVerificationLink({ origin, linkKey }: LinkBase, verificationId: string): string {
  return `${origin}/auth/verify?token=${linkToken(linkKey, "email-verification", verificationId)}`;
}

/** Where somebody who was asked to do a task says yes or no. */
export function delegationLink(
  { origin, linkKey }: LinkBase,
  { id, version }: { id: string; version: number },
): string {
  return `${origin}/delegations/${linkToken(linkKey, "delegation", id, version)}`;
}

/** Where calendar programs find somebody's tasks. */
export function calendarFeedLink(
  { origin, linkKey }: LinkBase,
  { id, version }: { id: string; version: number },
): string {
  return `${origin}/calendar/${linkToken(linkKey, "calendar-feed", id, version)}.ics`;
}
