import { linkToken, readLinkToken } from "./link-token.server.ts";

export interface LinkBase {
  /** Without a trailing slash. */
  origin: string;
  linkKey: string;
}

export function passwordResetLink({ origin, linkKey }: LinkBase, resetId: string): string {
  return `${origin}/auth/reset?token=${linkToken(linkKey, "password-reset", resetId)}`;
}

export function invitationLink(
  { origin, linkKey }: LinkBase,
  { id, version }: { id: string; version: number },
): string {
  return `${origin}/accept-invitation?token=${linkToken(linkKey, "invitation", id, version)}`;
}

/** Opens the same page as `invitationLink`, and proves that the email arrived. */
export function invitationMessageLink(
  { origin, linkKey }: LinkBase,
  { id, version }: { id: string; version: number },
): string {
  return `${origin}/accept-invitation?token=${linkToken(linkKey, "invitation-message", id, version)}`;
}

export function signUpLink(
  { origin, email }: { origin: string; email: string },
  redirectTo?: string,
): string {
  return `${origin}/auth?${new URLSearchParams({ mode: "signup", email, ...(redirectTo && { redirectTo }) })}`;
}

export function emailVerificationLink(
  { origin, linkKey }: LinkBase,
  verificationId: string,
): string {
  return `${origin}/auth/verify?token=${linkToken(linkKey, "email-verification", verificationId)}`;
}

export function delegationLink(
  { origin, linkKey }: LinkBase,
  { id, version }: { id: string; version: number },
): string {
  return `${origin}/delegations/${linkToken(linkKey, "delegation", id, version)}`;
}

/** The link that pages show. Unlike the link in messages, it ends with a new password. */
export function delegationCopyLink(
  { origin, linkKey }: LinkBase,
  { id, copyVersion }: { id: string; copyVersion: number },
): string {
  return `${origin}/delegations/${linkToken(linkKey, "delegation-copy", id, copyVersion)}`;
}

/** Opens the same page as `delegationLink`, and proves that the message arrived. */
export function delegationMessageLink(
  { origin, linkKey }: LinkBase,
  { id, version }: { id: string; version: number },
): string {
  return `${origin}/delegations/${linkToken(linkKey, "delegation-message", id, version)}`;
}

export function calendarFeedLink(
  { origin, linkKey }: LinkBase,
  { id, version }: { id: string; version: number },
): string {
  return `${origin}/calendar/${linkToken(linkKey, "calendar-feed", id, version)}.ics`;
}

const reminderActionTypes = ["done", "snooze", "seen"] as const;

type ReminderActionType = (typeof reminderActionTypes)[number];

/** Makes the link of a button on a message, which takes a POST. */
export function reminderActionLink(
  { origin, linkKey }: LinkBase,
  type: ReminderActionType,
  { deliveryId, version }: { deliveryId: string; version: number },
): string {
  return `${origin}/reminder-actions/${linkToken(linkKey, `reminder-${type}`, deliveryId, version)}`;
}

/** Returns null for a forged link. */
export function readReminderAction({ linkKey }: Pick<LinkBase, "linkKey">, token: string) {
  for (const type of reminderActionTypes) {
    const link = readLinkToken(linkKey, `reminder-${type}`, token);
    if (link) return { type, deliveryId: link.id, version: link.version };
  }
  return null;
}
