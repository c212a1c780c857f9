import type { ActionFunctionArgs } from "@remix-run/node";
import { listFamilyNames } from "#app/domain/family/family-names.server.ts";
import { parseTaskBody } from "#app/domain/parsing/input.ts";
import { parseRequest } from "#app/domain/parsing/parse-request.ts";
import { readBody, requireCaller } from "#app/web/api.server.ts";
import { database } from "#db/connection.server.ts";

export { postOnly as loader } from "#app/web/not-allowed.server.ts";

/** The specification's parse-task (section 7). */
export async function action(args: ActionFunctionArgs) {
  const viewer = await requireCaller(args);
  const { text, timeZone, nowIso } = await readBody(args.request, parseTaskBody);
  const familyMembers = await listFamilyNames(database(), viewer.householdId);
  const now = new Date(nowIso).toISOString();
  const { title, category, description, due } = parseRequest({ text, timeZone, now, familyMembers });
  return Response.json({ title, category, description, due_date: due?.instant ?? null });
}
