import type { ActionFunctionArgs } from "@remix-run/node";
import { postmarkReport, takePostmarkReport } from "#app/domain/outbox/reports/postmark-reports.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { readPostmarkJson } from "#app/web/postmark-webhook.server.ts";
import { database } from "#db/connection.server.ts";

export { postOnly as loader } from "#app/web/not-allowed.server.ts";

/** Postmark reports what became of an e-mail. What else it tells is taken note of, so that it does not tell it again. */
export async function action({ request }: ActionFunctionArgs) {
  const { data } = postmarkReport.safeParse(await readPostmarkJson(request));
  if (data) await takePostmarkReport(database(), data, nowIso());
  return new Response(null, { status: 204 });
}
