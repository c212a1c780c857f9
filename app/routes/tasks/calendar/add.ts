import { redirect } from "@remix-run/node";
import { doneReason } from "#app/ui/tasks/done-reason.tsx";
import { needsDate } from "#app/domain/calendar/entries/task-entry.ts";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import { redirectFromMissingTask } from "#app/routes/tasks/after-action.server.ts";
import { taskAction } from "#app/server/action.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { addToCalendar } from "./add.server.ts";

export { calendarClientAction as clientAction } from "#app/ui/saving/open-calendar.ts";
export { default, loader } from "#app/routes/not-found.tsx";

export const action = taskAction("/dashboard", async ({ db, viewer, id, request, back }) => {
  const task = await findTask(db, viewer, id);
  if (!task) return redirectFromMissingTask(viewer, id);
  if (task.is_completed) return toast("error", "Not added", { message: doneReason });
  if (needsDate(task)) return redirect(`/tasks/${task.id}/date?then=calendar`, 303);
  return addToCalendar(request, viewer, task, back);
});
