import { createClientAction } from "#app/ui/saving/client-action.ts";
import { cancelInput } from "#app/domain/reminders/input.ts";
import { cancelReminder } from "#app/domain/reminders/reminder.server.ts";
import { findCardSeries } from "#app/domain/series/card-series.server.ts";
import { redirectFromMissingTask } from "#app/routes/tasks/after-action.server.ts";
import { taskAction } from "#app/server/action.server.ts";
import { readForm } from "#app/server/form.server.ts";
import { toast } from "#app/server/toast.server.ts";

export const clientAction = createClientAction();
export { default, loader } from "#app/routes/not-found.tsx";

export const action = taskAction("/tasks/:id", async ({ db, viewer, id, params, request }) => {
  const reminder = { taskId: id, reminderId: params.rid ?? "" };
  const submission = await readForm(request, cancelInput);
  const chosen = submission.status === "success" ? submission.value.scope : undefined;
  const isRepeating = (await findCardSeries(db, viewer, [id])).has(id);
  const scope = chosen ?? (isRepeating ? "one" : "following");
  const isCancelled = await cancelReminder(db, viewer, reminder, scope);
  return isCancelled ? toast("success", "Reminder cancelled") : redirectFromMissingTask(viewer, id);
});
