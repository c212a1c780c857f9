import { createHash, timingSafeEqual } from "node:crypto";
import { env } from "#app/config/env.server.ts";
import { notFound } from "#app/web/refusals.server.ts";

/**
 * What Postmark posts, once it has shown its password; undefined when it is no JSON.
 * @throws the 404 answer where no password is set, and 403 for a wrong one
 */
export async function readPostmarkJson(request: Request): Promise<unknown> {
  const password = env.POSTMARK_WEBHOOK_PASSWORD;
  if (!password) return notFound();
  const right = `Basic ${Buffer.from(`postmark:${password}`).toString("base64")}`;
  const given = request.headers.get("Authorization") ?? "";
  if (!timingSafeEqual(digest(given), digest(right))) throw new Response("This is not from Postmark.", { status: 403 });
  return request.json().catch(() => undefined);
}

/** Of one length, whatever was given. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
