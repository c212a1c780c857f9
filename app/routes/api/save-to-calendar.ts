import type { ActionFunctionArgs } from "@remix-run/node";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import { saveToCalendarBody, type UnsavedTask } from "#app/domain/calendar/input.ts";
import { needsDate } from "#app/domain/calendar/entries/task-entry.ts";
import { saveOrLink } from "#app/routes/tasks/calendar/add.server.ts";
import { calendarTemplateLink } from "#app/domain/calendar/files/template-link.ts";
import { apiError, readBody, requireCaller } from "./api.server.ts";
import type { SignedIn } from "#app/server/session.server.ts";
import { database } from "#db/connection.server.ts";

export { postOnly as loader } from "#app/server/http-errors.server.ts";

/**
 * Links to Google's page for a new event if no calendar is connected (specification, section 7).
 */
export async function action(args: ActionFunctionArgs) {
  const viewer = await requireCaller(args);
  const body = await readBody(args.request, saveToCalendarBody);
  if ("task" in body) return linkFor(body.task, viewer);
  const task = await findTask(database(), viewer, body.taskId);
  if (!task) return apiError("not_found", "Task not found.");
  if (needsDate(task)) return chooseDateFirst();
  const saved = await saveOrLink(args.request, viewer, task);
  return Response.json({ task_id: task.id, ...saved });
}

/** Only the entries of saved tasks are kept up to date, so the caller must save any other task. */
function linkFor(
  { title, description, due_date: dueAt }: UnsavedTask,
  { timeZone }: SignedIn,
): Response {
  if (!dueAt || needsDate({ due_date: dueAt, due_time_zone: timeZone })) return chooseDateFirst();
  const link = calendarTemplateLink({ title, details: description ?? "", dueAt, timeZone });
  return Response.json({ task_id: null, status: "not_saved", link });
}

const chooseDateFirst = () =>
  apiError(
    "conflict",
    "Choose a date first: the task has none, or it's in the past or in another year.",
  );
