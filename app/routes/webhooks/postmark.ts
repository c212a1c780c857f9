import type { ActionFunctionArgs } from "@remix-run/node";
import { postmarkReport, applyPostmarkReport } from "#app/domain/outbox/reports/postmark-reports.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { readPostmarkJson } from "./postmark.server.ts";
import { database } from "#db/connection.server.ts";

export { postOnly as loader } from "#app/web/http-errors.server.ts";

/** Acknowledges other events too, because Postmark would send them again. */
export async function action({ request }: ActionFunctionArgs) {
  const { data } = postmarkReport.safeParse(await readPostmarkJson(request));
  if (data) await applyPostmarkReport(database(), data, nowIso());
  return new Response(null, { status: 204 });
}
