import { hasAdded, undoAdded } from "#app/domain/lists/items.server.ts";
import { addTasks } from "#app/domain/tasks/adding/add-task.server.ts";
import { addTaskInput } from "#app/domain/tasks/input.ts";
import { pageAction } from "#app/server/action.server.ts";
import { requireForm } from "#app/server/form.server.ts";
import { openWithToast, toast } from "#app/server/toast.server.ts";
import { createClientAction } from "#app/ui/saving/client-action.ts";

export const clientAction = createClientAction();
export { default, loader } from "#app/routes/not-found.tsx";

/** Takes what was just added off the list, and makes a task of the same words. */
export const action = pageAction("/dashboard", async ({ db, viewer, id, params, ...press }) => {
  const { text } = await requireForm(press.request, addTaskInput);
  const { request = "" } = params;
  if (!(await hasAdded(db, viewer, id, request))) return null;
  // The same for each try, so that a second press finds the task of the first.
  const requestId = `${request}-task`;
  const added = await addTasks(db, viewer, { text, requestId }, press.context.logInfo);
  if ("refused" in added) return toast("error", "Nothing changed", { message: added.refused });
  await undoAdded(db, viewer, id, request);
  const [first] = added;
  const done = toast("success", "Task added!", { taskId: first?.id });
  return first?.needsDate
    ? openWithToast(`/dashboard?${new URLSearchParams({ when: first.id })}`, done)
    : done;
});
