import type { ActionFunctionArgs } from "@remix-run/node";
import { saveChange } from "#app/domain/pages/save-change.server.ts";
import { tooManyAdded } from "#app/domain/tasks/adding/adding-limit.server.ts";
import { sentChange } from "#app/domain/tasks/offline/input.ts";
import { apiError, readBody, requireCaller } from "./api.server.ts";
import { allowInMemory } from "#app/domain/core/rate-limits/allow.server.ts";
import { database } from "#db/connection.server.ts";

export { postOnly as loader } from "#app/server/http-errors.server.ts";

/** Serves the service worker, which stores a change until a response names its id. */
export async function action(args: ActionFunctionArgs) {
  const viewer = await requireCaller(args);
  if (!allowInMemory("changes", viewer.userId))
    return apiError("too_many", "That's a lot of changes. Please wait a minute.");
  const sent = await readBody(args.request, sentChange);
  if (sent.userId !== viewer.userId) return apiError("forbidden", "Someone else made this change.");
  const outcome = await saveChange(database(), viewer, sent, args.context.logInfo);
  if (outcome === "elsewhere") return apiError("conflict", "This was typed in another household.");
  if (outcome === "too_many") return apiError("too_many", tooManyAdded);
  return Response.json({ changeId: sent.changeId, ...outcome });
}
