import type { ActionFunctionArgs } from "@remix-run/node";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import { saveToCalendarBody } from "#app/domain/calendar/input.ts";
import { needsDate } from "#app/domain/calendar/entries/task-entry.ts";
import { saveOrLink } from "#app/routes/tasks/calendar/add.server.ts";
import { apiError, readBody, requireCaller } from "./api.server.ts";
import { database } from "#db/connection.server.ts";

export { postOnly as loader } from "#app/web/http-errors.server.ts";

/** Specification, section 7. Without a connection, links to Google's page for a new event. */
export async function action(args: ActionFunctionArgs) {
  const viewer = await requireCaller(args);
  const { taskId } = await readBody(args.request, saveToCalendarBody);
  const task = await findTask(database(), viewer, taskId);
  if (!task) return apiError("not_found", "Task not found.");
  if (needsDate(task))
    return apiError("conflict", "Choose a date first: the task has none, or it's in the past or in another year.");
  const saved = await saveOrLink(args.request, viewer, task);
  return Response.json({ task_id: task.id, ...saved });
}
