import { replace } from "@remix-run/node";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { markReminderSeen } from "#app/domain/reminders/reminder.server.ts";
import { redirectFromMissingTask } from "#app/routes/tasks/after-action.server.ts";
import { taskAction } from "#app/server/action.server.ts";

export const clientAction = createClientAction();
export { default, loader } from "#app/routes/not-found.tsx";

export const action = taskAction("/dashboard", async ({ db, viewer, id, params, back }) => {
  const reminder = { taskId: id, reminderId: params.rid ?? "" };
  return (await markReminderSeen(db, viewer, reminder))
    ? replace(back, 303)
    : redirectFromMissingTask(viewer, id);
});
