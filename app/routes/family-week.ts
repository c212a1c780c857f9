import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { readWeek } from "#app/domain/tasks/week/week.server.ts";
import { tellWeek } from "#app/domain/tasks/week/week.ts";
import { findWords } from "#app/domain/tasks/week-words/week-words.server.ts";
import { requireViewer } from "#app/web/session.server.ts";
import { database } from "#db/connection.server.ts";

export { getOnly as action } from "#app/web/not-allowed.server.ts";

/** The week in the model's words, for a page that shows the rules' meanwhile; `summary` says which those are. */
export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const week = await readWeek(database(), viewer);
  const words = await findWords(viewer, week, { log: args.context.note });
  return data({ summary: tellWeek(week), words }, { headers: { "Cache-Control": "no-store" } });
}
