import { couldNotChange, createClientAction } from "#app/ui/saving/client-action.ts";
import { restoreDate } from "#app/domain/tasks/changing/clear-date.server.ts";
import { describeMove } from "#app/domain/tasks/changing/describe-move.server.ts";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import { pageAction } from "#app/server/action.server.ts";
import { redirectFromMissingTask } from "../after-action.server.ts";
import { toast } from "#app/server/toast.server.ts";

export const clientAction = createClientAction(couldNotChange);
export { default, loader } from "#app/routes/not-found.tsx";

export const action = pageAction("/dashboard", async ({ db, viewer, id }) => {
  const task = await findTask(db, viewer, id);
  if (!task) return redirectFromMissingTask(viewer, id);
  const isOwn = task.moved_by === viewer.userId;
  // A second press needs no message.
  const isBack = (await restoreDate(db, viewer, id)) || (isOwn && task.due_local !== null);
  if (isBack) return toast("success", "The date is back");
  const move = isOwn ? null : await describeMove(db, viewer, id, "");
  const message = `${move ?? "Its title was changed meanwhile"}.`;
  return toast("error", "Nothing changed", { message, taskTitle: task.title });
});
