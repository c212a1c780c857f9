import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

const cipherName = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts what only the server may read (AES-256-GCM). It opens with the same key and the same `boundTo` alone: moved
 * to somebody else's row it is worth nothing.
 * @param key the installation's encryption key, 256 bits in base64url
 */
export function seal(key: string, text: string, boundTo: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(cipherName, Buffer.from(key, "base64url"), nonce).setAAD(Buffer.from(boundTo));
  const encrypted = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString("base64url");
}

/** What was sealed; null for what was not sealed by this key, for this purpose, or was changed since. */
export function unseal(key: string, sealed: string, boundTo: string): string | null {
  const bytes = Buffer.from(sealed, "base64url");
  if (bytes.length < nonceBytes + tagBytes) return null;
  const [nonce, rest] = [bytes.subarray(0, nonceBytes), bytes.subarray(nonceBytes)];
  const decipher = createDecipheriv(cipherName, Buffer.from(key, "base64url"), nonce, { authTagLength: tagBytes })
    .setAAD(Buffer.from(boundTo))
    .setAuthTag(rest.subarray(0, tagBytes));
  try {
    return Buffer.concat([decipher.update(rest.subarray(tagBytes)), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}
