import { couldNotChange, createClientAction } from "#app/ui/saving/client-action.ts";
import { restoreDate } from "#app/domain/tasks/changing/clear-date.server.ts";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import { pageAction } from "#app/server/action.server.ts";
import { toast } from "#app/server/toast.server.ts";

export const clientAction = createClientAction(couldNotChange);
export { default, loader } from "#app/routes/not-found.tsx";

export const action = pageAction("/dashboard", async ({ db, viewer, id }) => {
  if (!(await findTask(db, viewer, id))) return null;
  await restoreDate(db, viewer, id);
  return toast("success", "The date is back");
});
