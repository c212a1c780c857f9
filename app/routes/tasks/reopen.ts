import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import { reopenTask } from "#app/domain/tasks/changing/task.server.ts";
import { taskAction } from "#app/server/action.server.ts";
import { readChangeId, readInPlace, readIsUndo } from "#app/server/form.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { redirectAfterAction } from "./after-action.server.ts";

export { reopenTask as clientAction } from "#app/ui/offline/waiting-action.ts";
export { default, loader } from "#app/routes/not-found.tsx";

export const action = taskAction("/dashboard", async ({ db, viewer, id, request, back: to }) => {
  const [changeId, isUndo] = [await readChangeId(request), await readIsUndo(request)];
  const isDone = await reopenTask(db, viewer, id, { changeId, isUndo });
  const reopened = { taskId: id, as: "reopened", isUndo, isDone, to } as const;
  if (await readInPlace(request)) return redirectAfterAction(viewer, reopened);
  const taskTitle = (await findTask(db, viewer, id))?.title;
  const successToast = toast("success", "Task is open again", { taskTitle });
  return redirectAfterAction(viewer, { ...reopened, successToast });
});
