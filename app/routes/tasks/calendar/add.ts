import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import { needsDate } from "#app/domain/calendar/entries/task-entry.ts";
import { addToCalendar } from "./add.server.ts";
import { readRedirectTo } from "#app/web/form.server.ts";
import { notFound } from "#app/web/http-errors.server.ts";
import { requireViewer } from "#app/web/session.server.ts";
import { database } from "#db/connection.server.ts";

export { calendarClientAction as clientAction } from "#app/client/saving/open-calendar.ts";
export { default, loader } from "#app/routes/not-found.tsx";

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { returnTo: "/dashboard" });
  const task = await findTask(database(), viewer, args.params.id ?? "");
  if (!task) notFound();
  if (needsDate(task)) return redirect(`/tasks/${task.id}/date?then=calendar`, 303);
  return addToCalendar(args.request, viewer, task, await readRedirectTo(args.request, "/dashboard"));
}
