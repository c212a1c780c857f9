import { createHmac, timingSafeEqual } from "node:crypto";

/** What a link in a message is good for; one for another purpose is nobody's. */
type LinkPurpose = "password-reset" | "email-verification" | "invitation" | "delegation" | "calendar-feed";

/**
 * The token of a link: computed from the row's id and version, never stored, so that every try to send a message has
 * the same link in it, and a new version ends the old one. 256 bits that cannot be guessed. As
 * short as it can be: what it takes of a text for a phone, the words do not have.
 * @param key the installation's link key
 * @param rowId a UUID
 */
export function linkToken(key: string, purpose: LinkPurpose, rowId: string, version: number = 1): string {
  const id = Buffer.from(rowId.replaceAll("-", ""), "hex").toString("base64url");
  return `${id}.${version}.${macOf(key, purpose, rowId, version)}`;
}

/** The row and version that a token was made for, or null for one that nobody made for this purpose. */
export function readLinkToken(
  key: string,
  purpose: LinkPurpose,
  token: string,
): { id: string; version: number } | null {
  const [, shortId, version, mac] = /^([\w-]{22})\.(\d{1,9})\.([\w-]{43})$/.exec(token) ?? [];
  if (!shortId || !version || !mac) return null;
  const hex = Buffer.from(shortId, "base64url").toString("hex");
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  const expected = macOf(key, purpose, id, Number(version));
  return timingSafeEqual(Buffer.from(mac), Buffer.from(expected)) ? { id, version: Number(version) } : null;
}

function macOf(key: string, purpose: LinkPurpose, rowId: string, version: number): string {
  return createHmac("sha256", key).update(`${purpose}\n${rowId}\n${version}`).digest("base64url");
}
