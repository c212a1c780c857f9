import type { ActionFunctionArgs } from "@remix-run/node";
import { tooManyAdded } from "#app/domain/tasks/adding/adding-limit.server.ts";
import { parseText } from "#app/domain/tasks/adding/parse-text.server.ts";
import { parseTaskBody } from "#app/domain/understanding/input.ts";
import { apiError, readBody, requireCaller } from "./api.server.ts";
import { database } from "#db/connection.server.ts";

export { postOnly as loader } from "#app/server/http-errors.server.ts";

/** See the specification, section 7. */
export async function action(args: ActionFunctionArgs) {
  const viewer = await requireCaller(args);
  const { nowIso, ...said } = await readBody(args.request, parseTaskBody);
  const text = { ...said, now: new Date(nowIso).toISOString() };
  const parsed = await parseText(database(), viewer, text, args.context.logInfo);
  return parsed ? Response.json(parsed) : apiError("too_many", tooManyAdded);
}
