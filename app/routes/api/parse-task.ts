import type { ActionFunctionArgs } from "@remix-run/node";
import { listFamilyNames } from "#app/domain/people/family/family-names.server.ts";
import { allowAdding, tooManyAdded } from "#app/domain/tasks/adding/adding-limit.server.ts";
import { parseTaskBody } from "#app/domain/understanding/input.ts";
import { answerOf } from "#app/domain/understanding/task-answer.ts";
import { listLearnedWords } from "#app/domain/understanding/learned/learned-words.server.ts";
import { understand } from "#app/domain/understanding/understand.server.ts";
import { apiError, readBody, requireCaller } from "./api.server.ts";
import { database } from "#db/connection.server.ts";

export { postOnly as loader } from "#app/server/http-errors.server.ts";

/** See the specification, section 7. */
export async function action(args: ActionFunctionArgs) {
  const { userId, householdId } = await requireCaller(args);
  if (!(await allowAdding(database(), userId))) return apiError("too_many", tooManyAdded);
  const { text, timeZone, nowIso, weekStart } = await readBody(args.request, parseTaskBody);
  const familyMembers = await listFamilyNames(database(), householdId);
  const learned = await listLearnedWords(database(), { householdId });
  const now = new Date(nowIso).toISOString();
  const request = { text, timeZone, now, weekStart, familyMembers, learned, userId };
  const { drafts: tasks, ...read } = await understand(request, { log: args.context.logInfo });
  return Response.json(answerOf(text, { tasks, ...read }));
}
