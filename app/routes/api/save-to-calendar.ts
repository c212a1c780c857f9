import type { ActionFunctionArgs } from "@remix-run/node";
import { saveToCalendarBody } from "#app/domain/calendar/input.ts";
import { taskCalendarLink } from "#app/domain/calendar/task-entry.ts";
import { findTask } from "#app/domain/tasks/task.server.ts";
import { apiError, readBody, requireCaller } from "#app/web/api.server.ts";
import { linkBase } from "#app/web/link-base.server.ts";
import { database } from "#db/connection.server.ts";

export { postOnly as loader } from "#app/web/not-allowed.server.ts";

/** The specification's save-to-calendar (section 7): where the entry can be saved with one press. */
export async function action(args: ActionFunctionArgs) {
  const viewer = await requireCaller(args);
  const { taskId } = await readBody(args.request, saveToCalendarBody);
  const task = await findTask(database(), viewer, taskId);
  if (!task) return apiError("not_found", "There is no such task.");
  const link = taskCalendarLink(task, linkBase(args.request).origin);
  if (!link)
    return apiError("conflict", "Its date has to be chosen first: there is none, or it is past or not this year.");
  return Response.json({ task_id: task.id, link });
}
