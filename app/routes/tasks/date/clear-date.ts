import { replace } from "@remix-run/node";
import { couldNotChange, createClientAction } from "#app/ui/saving/client-action.ts";
import { clearDate } from "#app/domain/tasks/changing/clear-date.server.ts";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import { redirectFromMissingTask } from "#app/routes/tasks/after-action.server.ts";
import { taskAction } from "#app/server/action.server.ts";
import { toast } from "#app/server/toast.server.ts";

export const clientAction = createClientAction(couldNotChange);
export { default, loader } from "#app/routes/not-found.tsx";

export const action = taskAction("/dashboard", async ({ db, viewer, id, back }) => {
  if (!(await findTask(db, viewer, id))) return redirectFromMissingTask(viewer, id);
  if (!(await clearDate(db, viewer, id))) return replace(back, 303);
  const message = "The words are back in the title";
  return toast("success", "Date removed", { message, undo: `/tasks/${id}/restore-date` });
});
