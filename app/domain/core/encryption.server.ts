import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

const cipherName = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Authenticates `boundTo`, so that a value copied to another user's row doesn't decrypt.
 * @param key 256 bits in base64url
 */
export function encrypt(key: string, text: string, boundTo: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(cipherName, Buffer.from(key, "base64url"), nonce).setAAD(
    Buffer.from(boundTo),
  );
  const ciphertext = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString("base64url");
}

/** Returns null if the key or `boundTo` differs, or the value was changed. */
export function decrypt(key: string, encrypted: string, boundTo: string): string | null {
  const bytes = Buffer.from(encrypted, "base64url");
  if (bytes.length < nonceBytes + tagBytes) return null;
  const [nonce, rest] = [bytes.subarray(0, nonceBytes), bytes.subarray(nonceBytes)];
  const decipher = createDecipheriv(cipherName, Buffer.from(key, "base64url"), nonce, {
    authTagLength: tagBytes,
  })
    .setAAD(Buffer.from(boundTo))
    .setAuthTag(rest.subarray(0, tagBytes));
  try {
    return Buffer.concat([decipher.update(rest.subarray(tagBytes)), decipher.final()]).toString(
      "utf8",
    );
  } catch {
    return null;
  }
}
