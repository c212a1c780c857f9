import { createHash, timingSafeEqual } from "node:crypto";
import { env } from "./env.server.ts";

export const postmarkPath = "/webhooks/postmark";

/**
 * Checks the password in the address of Postmark's webhooks. Returns undefined if none is set.
 * @param authorization the request's header
 */
export function isFromPostmark(authorization: string | undefined): boolean | undefined {
  const password = env.POSTMARK_WEBHOOK_PASSWORD;
  if (!password) return undefined;
  const expected = `Basic ${Buffer.from(`postmark:${password}`).toString("base64")}`;
  return timingSafeEqual(digest(authorization ?? ""), digest(expected));
}

/** `timingSafeEqual` requires equal lengths. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
