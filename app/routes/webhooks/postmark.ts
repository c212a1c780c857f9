import type { ActionFunctionArgs } from "@remix-run/node";
import type { z } from "zod";
import { env } from "#app/config/env.server.ts";
import { log } from "#app/config/log.server.ts";
import { isFromPostmark } from "#app/config/postmark-password.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import {
  postmarkMail,
  readPostmarkMail,
  recipientsOf,
} from "#app/domain/mail/forwarding/postmark-mail.server.ts";
import { takeForwarded } from "#app/domain/mail/forwarding/take-forwarded.server.ts";
import {
  postmarkReport,
  applyPostmarkReport,
} from "#app/domain/outbox/reports/postmark-reports.server.ts";
import { notFound } from "#app/server/http-errors.server.ts";
import { encryptionKey, mailIn } from "#app/server/instance.server.ts";
import { database } from "#db/connection.server.ts";

export { postOnly as loader } from "#app/server/http-errors.server.ts";

/**
 * Acknowledges other events too: Postmark sends again whatever gets no "200 OK"
 * (postmarkapp.com/support/article/understanding-inbound-webhook-retries-in-postmark).
 */
export async function action({ request }: ActionFunctionArgs) {
  const sent = await readPostmarkJson(request);
  const mail = postmarkMail.safeParse(sent);
  if (mail.success) return take(mail.data);
  const { data } = postmarkReport.safeParse(sent);
  const reported = data && (await applyPostmarkReport(database(), data, nowIso()));
  if (reported) log.info(reported, "delivery reported");
  return new Response(null, { status: 200 });
}

async function take(mail: z.infer<typeof postmarkMail>): Promise<Response> {
  // Postmark would send it again and again.
  if (!mailIn) return new Response(null, { status: 200 });
  const settings = {
    encryptionKey,
    log: (facts: object) => log.info(facts),
    around: mailIn,
    timeZone: env.MILA_TIME_ZONE ?? "UTC",
  };
  const incoming = readPostmarkMail(mail);
  const outcome = await takeForwarded(database(), incoming, recipientsOf(mail), settings);
  if (outcome === "held") return new Response("Not yet.", { status: 503 });
  return new Response(null, { status: 200 });
}

/**
 * Returns undefined for invalid JSON.
 * @throws a 404 response without a configured password, a 401 for a wrong one
 */
async function readPostmarkJson(request: Request): Promise<unknown> {
  const isPostmark = isFromPostmark(request.headers.get("Authorization") ?? undefined);
  if (isPostmark === undefined) return notFound();
  // After a 403, Postmark would not try again, and a mail would be lost.
  if (!isPostmark)
    throw new Response("Not authorized by Postmark's webhook password.", {
      status: 401,
      headers: { "WWW-Authenticate": "Basic" },
    });
  return request.json().catch(() => undefined);
}
