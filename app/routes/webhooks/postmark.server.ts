import { createHash, timingSafeEqual } from "node:crypto";
import { env } from "#app/config/env.server.ts";
import { notFound } from "#app/server/http-errors.server.ts";

/**
 * Returns undefined for invalid JSON.
 * @throws a 404 response without a configured password, a 403 for a wrong one
 */
export async function readPostmarkJson(request: Request): Promise<unknown> {
  const password = env.POSTMARK_WEBHOOK_PASSWORD;
  if (!password) return notFound();
  const expected = `Basic ${Buffer.from(`postmark:${password}`).toString("base64")}`;
  const given = request.headers.get("Authorization") ?? "";
  if (!timingSafeEqual(digest(given), digest(expected)))
    throw new Response("Not authorized by Postmark's webhook password.", { status: 403 });
  return request.json().catch(() => undefined);
}

/** `timingSafeEqual` requires equal lengths. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
