import { couldNotChange, createClientAction } from "#app/ui/saving/client-action.ts";
import { deleteInScope } from "#app/domain/series/changing/delete-task.server.ts";
import { describeNext } from "#app/domain/series/changing/skip.server.ts";
import { deleteInput } from "#app/domain/series/input.ts";
import { taskAction } from "#app/server/action.server.ts";
import { readForm } from "#app/server/form.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { redirectAfterAction } from "./after-action.server.ts";

export const clientAction = createClientAction(couldNotChange);
export { default, loader } from "#app/routes/not-found.tsx";

export const action = taskAction("/dashboard", async ({ db, viewer, id, request, back: to }) => {
  const submission = await readForm(request, deleteInput);
  const scope = submission.status === "success" ? submission.value.scope : undefined;
  const deleted = await deleteInScope(db, viewer, id, scope);
  const { taskId, isDone, isSkipped, endsSeries } = deleted;
  const ending = endsSeries ? "It won't repeat any more." : undefined;
  const message = isSkipped ? await describeNext(db, viewer, taskId) : ending;
  const undo = `/tasks/${taskId}/restore`;
  const successToast = toast("success", "Task deleted", { message, undo, isOwn: true });
  return redirectAfterAction(viewer, { taskId, as: "deleted", isDone, to, successToast });
});
