import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { readWeek } from "#app/domain/tasks/week/week.server.ts";
import { summarizeWeek } from "#app/domain/tasks/week/week.ts";
import { findModelSummary } from "#app/domain/tasks/week-summary/model-summary.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { database } from "#db/connection.server.ts";

export { getOnly as action } from "#app/server/http-errors.server.ts";

/** `summary` is the rule-based one, which the page shows until then. */
export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const week = await readWeek(database(), viewer).catch(args.context.logError);
  // An error here would replace the whole page.
  if (!week)
    return data(
      { summary: null, modelSummary: null },
      { headers: { "Cache-Control": "no-store" } },
    );
  args.context.endRendering();
  const modelSummary = await findModelSummary(viewer, week, { log: args.context.logInfo });
  return data(
    { summary: summarizeWeek(week), modelSummary },
    { headers: { "Cache-Control": "no-store" } },
  );
}
