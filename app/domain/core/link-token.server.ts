import { createHmac, timingSafeEqual } from "node:crypto";

type LinkPurpose =
  | "password-reset"
  | "email-verification"
  | "invitation"
  /** Sent only in the email, so using it proves that the email arrived. */
  | "invitation-message"
  | "delegation"
  /** Sent only in the message, so using it proves that the message arrived. */
  | "delegation-message"
  | "delegation-copy"
  | "calendar-feed"
  | "reminder-done"
  | "reminder-snooze"
  | "reminder-seen";

/**
 * Computes the token, instead of storing it: every retry of a message has the same link, and a new
 * version revokes the old one.
 */
export function linkToken(
  key: string,
  purpose: LinkPurpose,
  rowId: string,
  version: number = 1,
): string {
  const id = Buffer.from(rowId.replaceAll("-", ""), "hex").toString("base64url");
  return `${id}.${version}.${macOf(key, purpose, rowId, version)}`;
}

/**
 * Returns null if the token wasn't issued for this purpose. Accepts one spelling only, because
 * limits count by it.
 */
export function readLinkToken(
  key: string,
  purpose: LinkPurpose,
  token: string,
): { id: string; version: number } | null {
  const [, shortId, version] = /^([\w-]{22})\.(0|[1-9]\d{0,8})\.[\w-]{43}$/.exec(token) ?? [];
  if (!shortId || !version) return null;
  const hex = Buffer.from(shortId, "base64url").toString("hex");
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  const expected = linkToken(key, purpose, id, Number(version));
  return timingSafeEqual(Buffer.from(token), Buffer.from(expected))
    ? { id, version: Number(version) }
    : null;
}

function macOf(key: string, purpose: LinkPurpose, rowId: string, version: number): string {
  return createHmac("sha256", key).update(`${purpose}\n${rowId}\n${version}`).digest("base64url");
}
