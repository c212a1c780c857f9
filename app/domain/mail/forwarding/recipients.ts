import type { MailIn } from "./mail-in.ts";

/** The characters of an address's secret part. Capitals count as lower case. */
export const alphabet = "abcdefghijklmnopqrstuvwxyz234567";
export const tokenLength = 26;

export type Around = Pick<MailIn, "before" | "after">;

/** An address like "mila+k3…@example.com". */
export const addressOf = (token: string, { before, after }: Around): string =>
  `${before}${token}${after}`;

/** A mail may go to several families. A hostile one may list thousands of addresses. */
const maxTokens = 20;

/** Finds the secret parts of the addresses in some texts. */
export function findTokens(texts: readonly string[], { before, after }: Around): string[] {
  const words = texts.flatMap((text) => text.toLowerCase().split(/[\s<>,;:"'()[\]]+/));
  const tokens = words.flatMap((word) => {
    if (!word.startsWith(before) || !word.endsWith(after)) return [];
    const token = word.slice(before.length, -after.length);
    return /^[a-z2-7]{26}$/.test(token) ? [token] : [];
  });
  return [...new Set(tokens)].slice(0, maxTokens);
}

/** Headers with the address that a mail was delivered or sent to. */
const names = new Set([
  "delivered-to",
  "x-delivered-to",
  "x-resolved-to",
  "resent-to",
  "x-original-to",
  "envelope-to",
  "x-envelope-to",
  "x-forwarded-to",
  "to",
  "cc",
]);

/** Lists the values of a mail's headers that have recipients (RFC 5322, 2.2.3). */
export function recipientsIn(header: string): string[] {
  const lines = header.replaceAll(/\r?\n(?=[ \t])/g, " ").split(/\r?\n/);
  return lines.flatMap((line) => {
    const colon = line.indexOf(":");
    return colon > 0 && names.has(line.slice(0, colon).trim().toLowerCase())
      ? [line.slice(colon + 1)]
      : [];
  });
}
