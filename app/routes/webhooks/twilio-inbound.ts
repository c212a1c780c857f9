import type { ActionFunctionArgs } from "@remix-run/node";
import { textSettings } from "#app/config/channels.server.ts";
import { receiveMessage } from "#app/domain/inbox/receive-message.server.ts";
import { readInbound } from "#app/domain/outbox/reports/twilio-reports.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { readTwilioForm } from "./twilio.server.ts";
import { twiml } from "./twiml.server.ts";
import { linkBase } from "#app/server/instance.server.ts";
import { database } from "#db/connection.server.ts";

export { postOnly as loader } from "#app/server/http-errors.server.ts";

export async function action({ request, context: { logInfo } }: ActionFunctionArgs) {
  const text = readInbound(await readTwilioForm(request), nowIso());
  if (!text) return new Response("Not a Twilio message.", { status: 400 });
  const { linkKey } = linkBase(request);
  const settings = { ...textSettings, linkKey, logInfo };
  return twiml(await receiveMessage(database(), text, settings));
}
