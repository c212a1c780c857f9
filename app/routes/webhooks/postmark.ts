import type { ActionFunctionArgs } from "@remix-run/node";
import { log } from "#app/config/log.server.ts";
import {
  postmarkReport,
  applyPostmarkReport,
} from "#app/domain/outbox/reports/postmark-reports.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { readPostmarkJson } from "./postmark.server.ts";
import { database } from "#db/connection.server.ts";

export { postOnly as loader } from "#app/server/http-errors.server.ts";

/** Acknowledges other events too, because Postmark would send them again. */
export async function action({ request }: ActionFunctionArgs) {
  const { data } = postmarkReport.safeParse(await readPostmarkJson(request));
  const reported = data && (await applyPostmarkReport(database(), data, nowIso()));
  if (reported) log.info(reported, "delivery reported");
  return new Response(null, { status: 204 });
}
