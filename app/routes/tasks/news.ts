import type { LoaderFunctionArgs } from "@remix-run/node";
import { nowIso } from "#app/domain/core/time.ts";
import { describeNews } from "#app/domain/pages/news.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { database } from "#db/connection.server.ts";

export { getOnly as action } from "#app/server/http-errors.server.ts";

const maxIds = 20;

/** Serves pages that have just reloaded because of others' changes, for screen readers. */
export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const ids = (new URL(args.request.url).searchParams.get("ids") ?? "").split(",");
  const news = await describeNews(database(), viewer, ids.slice(0, maxIds), nowIso());
  return Response.json({ news }, { headers: { "Cache-Control": "no-store" } });
}
