import { createHash, timingSafeEqual } from "node:crypto";
import type { ActionFunctionArgs } from "@remix-run/node";
import { env } from "#app/config/env.server.ts";
import { log } from "#app/config/log.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import {
  postmarkReport,
  applyPostmarkReport,
} from "#app/domain/outbox/reports/postmark-reports.server.ts";
import { notFound } from "#app/server/http-errors.server.ts";
import { database } from "#db/connection.server.ts";

export { postOnly as loader } from "#app/server/http-errors.server.ts";

/** Acknowledges other events too, because Postmark would send them again. */
export async function action({ request }: ActionFunctionArgs) {
  const { data } = postmarkReport.safeParse(await readPostmarkJson(request));
  const reported = data && (await applyPostmarkReport(database(), data, nowIso()));
  if (reported) log.info(reported, "delivery reported");
  return new Response(null, { status: 204 });
}

/**
 * Returns undefined for invalid JSON.
 * @throws a 404 response without a configured password, a 403 for a wrong one
 */
async function readPostmarkJson(request: Request): Promise<unknown> {
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
