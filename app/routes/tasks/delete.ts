import { couldNotChange, createClientAction } from "#app/ui/saving/client-action.ts";
import { findCardSeries, findPresent } from "#app/domain/series/card-series.server.ts";
import { describeNext, skipOccurrence } from "#app/domain/series/changing/skip.server.ts";
import { deleteInput } from "#app/domain/series/input.ts";
import { deleteTask } from "#app/domain/tasks/changing/task.server.ts";
import { taskAction } from "#app/server/action.server.ts";
import { readForm } from "#app/server/form.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { redirectAfterAction } from "./after-action.server.ts";

export const clientAction = createClientAction(couldNotChange);
export { default, loader } from "#app/routes/not-found.tsx";

export const action = taskAction("/dashboard", async ({ db, viewer, id, request, back: to }) => {
  const submission = await readForm(request, deleteInput);
  const scope = submission.status === "success" ? submission.value.scope : undefined;
  // The task may have been done since the page was opened: it then stays, and no other follows.
  const taskId = (scope === "all" && (await findPresent(db, viewer, id))) || id;
  const [repeats] = (await findCardSeries(db, viewer, [taskId])).values();
  const undo = `/tasks/${taskId}/restore`;
  if (repeats && scope === "one") {
    const isDone = await skipOccurrence(db, viewer, taskId);
    const message = await describeNext(db, viewer, taskId);
    const successToast = toast("success", "Task deleted", { message, undo, isOwn: true });
    return redirectAfterAction(viewer, { taskId, as: "deleted", isDone, to, successToast });
  }
  const isDone = await deleteTask(db, viewer, taskId);
  const message = repeats?.isOpen ? "It won't repeat any more." : undefined;
  const successToast = toast("success", "Task deleted", { message, undo, isOwn: true });
  return redirectAfterAction(viewer, { taskId, as: "deleted", isDone, to, successToast });
});
