import { createHmac, timingSafeEqual } from "node:crypto";

/** What a link in a message is good for; one for another purpose is nobody's. */
export type LinkPurpose = "password-reset" | "email-verification" | "invitation" | "delegation" | "calendar-feed";

/**
 * The token of a link: computed from the row's id and version, never stored, so that every try to send a message has
 * the same link in it, and a new version ends the old one (DESIGN.md, "Storage"). 256 bits that cannot be guessed.
 * @param key the installation's link key
 */
export function linkToken(key: string, purpose: LinkPurpose, rowId: string, version: number = 1): string {
  return `${rowId}.${version}.${macOf(key, purpose, rowId, version)}`;
}

/** The row and version that a token was made for, or null for one that nobody made for this purpose. */
export function readLinkToken(
  key: string,
  purpose: LinkPurpose,
  token: string,
): { id: string; version: number } | null {
  const [, id, version, mac] = /^([0-9a-f-]{36})\.(\d{1,9})\.([\w-]{43})$/.exec(token) ?? [];
  if (!id || !version || !mac) return null;
  const expected = macOf(key, purpose, id, Number(version));
  return timingSafeEqual(Buffer.from(mac), Buffer.from(expected)) ? { id, version: Number(version) } : null;
}

function macOf(key: string, purpose: LinkPurpose, rowId: string, version: number): string {
  return createHmac("sha256", key).update(`${purpose}\n${rowId}\n${version}`).digest("base64url");
}
