import { createHash } from "node:crypto";

export const bytesPerGap = 3;
const prefixBits = 35;

/**
 * Checks the common passwords of the allowed length (list: zxcvbn-ts), without the network. As it
 * compares only the start of their hashes, it refuses one in 800,000 other passwords too.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  const { commonPasswords } = await import("./common-passwords.ts");
  const gaps = Buffer.from(commonPasswords, "base64");
  const wanted = passwordPrefix(password);
  let prefix = 0;
  for (let at = 0; at < gaps.length && prefix < wanted; at += bytesPerGap)
    prefix += gaps.readUIntBE(at, bytesPerGap);
  return prefix === wanted;
}

/** Returns the first bits of the password's hash. */
export function passwordPrefix(password: string): number {
  const hash = createHash("sha256").update(password.toLowerCase()).digest();
  return Math.floor(hash.readUIntBE(0, 5) / 2 ** (40 - prefixBits));
}
