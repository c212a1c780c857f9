import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { doneReason } from "#app/components/tasks/done-reason.tsx";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import { needsDate } from "#app/domain/calendar/entries/task-entry.ts";
import { addToCalendar } from "./add.server.ts";
import { readRedirectTo } from "#app/web/form.server.ts";
import { notFound } from "#app/web/http-errors.server.ts";
import { requireViewer } from "#app/web/session.server.ts";
import { redirectWithToast, toast } from "#app/web/toast.server.ts";
import { database } from "#db/connection.server.ts";

export { calendarClientAction as clientAction } from "#app/client/saving/open-calendar.ts";
export { default, loader } from "#app/routes/not-found.tsx";

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { returnTo: "/dashboard" });
  const task = await findTask(database(), viewer, args.params.id ?? "");
  if (!task) notFound();
  const back = await readRedirectTo(args.request, "/dashboard");
  if (task.is_completed)
    return redirectWithToast(back, toast("error", "Not added", { message: doneReason }));
  if (needsDate(task)) return redirect(`/tasks/${task.id}/date?then=calendar`, 303);
  return addToCalendar(args.request, viewer, task, back);
}
