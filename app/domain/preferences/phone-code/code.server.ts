import { createHmac, timingSafeEqual } from "node:crypto";

const digits = 6;

/**
 * Computes the code, so that the database contains none, and every retry of the message has the
 * same one.
 */
export function phoneCode(key: string, id: string): string {
  const mac = createHmac("sha256", key).update(`phone-code\n${id}`).digest();
  return String(mac.readUIntBE(0, 6) % 10 ** digits).padStart(digits, "0");
}

export function isPhoneCode(key: string, id: string, typed: string): boolean {
  const [actual, expected] = [Buffer.from(typed), Buffer.from(phoneCode(key, id))];
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}
