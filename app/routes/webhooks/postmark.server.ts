import { createHash, timingSafeEqual } from "node:crypto";
import { env } from "#app/config/env.server.ts";
import { notFound } from "#app/web/refusals.server.ts";

/**
 * Checks Postmark's password and reads the body. Undefined when that is no JSON.
 * @throws a 404 answer when no password is set, a 403 for a wrong one
 */
export async function readPostmarkJson(request: Request): Promise<unknown> {
  const password = env.POSTMARK_WEBHOOK_PASSWORD;
  if (!password) return notFound();
  const right = `Basic ${Buffer.from(`postmark:${password}`).toString("base64")}`;
  const given = request.headers.get("Authorization") ?? "";
  if (!timingSafeEqual(digest(given), digest(right)))
    throw new Response("Not authorized by Postmark's webhook password.", { status: 403 });
  return request.json().catch(() => undefined);
}

/** Of constant length, as `timingSafeEqual` needs it. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
