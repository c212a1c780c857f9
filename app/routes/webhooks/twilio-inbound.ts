import type { ActionFunctionArgs } from "@remix-run/node";
import { takeInbound } from "#app/domain/outbox/reports/inbound.server.ts";
import { readInbound } from "#app/domain/outbox/reports/twilio-reports.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { readTwilioForm } from "#app/web/twilio-webhook.server.ts";
import { twiml } from "#app/web/twiml.server.ts";
import { database } from "#db/connection.server.ts";

export { postOnly as loader } from "#app/web/not-allowed.server.ts";

/** Somebody has sent a message to one of this instance's numbers; what we answer goes back to them. */
export async function action({ request }: ActionFunctionArgs) {
  const text = readInbound(await readTwilioForm(request), nowIso());
  if (!text) return new Response("This is no message.", { status: 400 });
  return twiml(await takeInbound(database(), text));
}
