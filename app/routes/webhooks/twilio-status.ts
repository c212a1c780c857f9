import type { ActionFunctionArgs } from "@remix-run/node";
import { log } from "#app/config/log.server.ts";
import { reportProgress } from "#app/domain/outbox/reports/report.server.ts";
import { readStatus } from "#app/domain/outbox/reports/twilio-reports.server.ts";
import { readTwilioForm } from "./twilio.server.ts";
import { database } from "#db/connection.server.ts";

export { postOnly as loader } from "#app/server/http-errors.server.ts";

export async function action({ request }: ActionFunctionArgs) {
  const form = await readTwilioForm(request);
  const report = readStatus(form, new URL(request.url).searchParams.get("delivery"));
  if (!report) return new Response("Not a Twilio status report.", { status: 400 });
  const reported = await reportProgress(database(), report);
  if (reported) log.info(reported, "delivery reported");
  return new Response(null, { status: 204 });
}
