import type { ActionFunctionArgs } from "@remix-run/node";
import { reportProgress } from "#app/domain/outbox/reports/report.server.ts";
import { readStatus } from "#app/domain/outbox/reports/twilio-reports.server.ts";
import { readTwilioForm } from "./twilio.server.ts";
import { database } from "#db/connection.server.ts";

export { postOnly as loader } from "#app/web/http-errors.server.ts";

export async function action({ request }: ActionFunctionArgs) {
  const form = await readTwilioForm(request);
  const report = readStatus(form, new URL(request.url).searchParams.get("delivery"));
  if (!report) return new Response("Not a Twilio status report.", { status: 400 });
  await reportProgress(database(), report);
  return new Response(null, { status: 204 });
}
