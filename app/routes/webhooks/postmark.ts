import type { ActionFunctionArgs } from "@remix-run/node";
import { postmarkReport, applyPostmarkReport } from "#app/domain/outbox/reports/postmark-reports.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { readPostmarkJson } from "./postmark.server.ts";
import { database } from "#db/connection.server.ts";

export { postOnly as loader } from "#app/web/refusals.server.ts";

/** Postmark's reports on emails. Other events are acknowledged and ignored, or Postmark would send them again. */
export async function action({ request }: ActionFunctionArgs) {
  const { data } = postmarkReport.safeParse(await readPostmarkJson(request));
  if (data) await applyPostmarkReport(database(), data, nowIso());
  return new Response(null, { status: 204 });
}
