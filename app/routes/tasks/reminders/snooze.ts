import { createClientAction } from "#app/ui/saving/client-action.ts";
import { snooze } from "#app/domain/reminders/input.ts";
import { snoozeReminder } from "#app/domain/reminders/reminder.server.ts";
import { redirectFromMissingTask } from "#app/routes/tasks/after-action.server.ts";
import { taskAction } from "#app/server/action.server.ts";
import { requireForm } from "#app/server/form.server.ts";
import { toast } from "#app/server/toast.server.ts";

export const clientAction = createClientAction();
export { default, loader } from "#app/routes/not-found.tsx";

export const action = taskAction("/tasks/:id", async ({ db, viewer, id, params, request }) => {
  const reminder = { taskId: id, reminderId: params.rid ?? "" };
  const { minutes } = await requireForm(request, snooze);
  const outcome = await snoozeReminder(db, viewer, reminder, minutes);
  if (outcome === "missing") return redirectFromMissingTask(viewer, id);
  if (outcome === "snoozed") return toast("success", "Reminder snoozed");
  const message = "It was cancelled, or the task is done.";
  return toast("error", "This reminder is no longer active", { message });
});
