import type { ActionFunctionArgs } from "@remix-run/node";
import { answerByText } from "#app/domain/delegation/by-text/answer-by-text.server.ts";
import { receiveText } from "#app/domain/outbox/reports/inbound.server.ts";
import { readInbound } from "#app/domain/outbox/reports/twilio-reports.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { readTwilioForm } from "./twilio.server.ts";
import { twiml } from "./twiml.server.ts";
import { linkBase } from "#app/web/instance.server.ts";
import { database } from "#db/connection.server.ts";

export { postOnly as loader } from "#app/web/http-errors.server.ts";

export async function action({ request }: ActionFunctionArgs) {
  const text = readInbound(await readTwilioForm(request), nowIso());
  if (!text) return new Response("Not a Twilio message.", { status: 400 });
  const { linkKey } = linkBase(request);
  return twiml(await receiveText(database(), { answerText: answerByText, linkKey }, text));
}
