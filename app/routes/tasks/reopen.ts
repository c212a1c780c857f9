import { reopenTask } from "#app/domain/tasks/changing/task.server.ts";
import { taskAction } from "#app/server/action.server.ts";
import { readChangeId, readIsUndo } from "#app/server/form.server.ts";
import { redirectAfterAction } from "./after-action.server.ts";

export { reopenTask as clientAction } from "#app/ui/offline/waiting-action.ts";
export { default, loader } from "#app/routes/not-found.tsx";

export const action = taskAction("/dashboard", async ({ db, viewer, id, request, back: to }) => {
  const [changeId, isUndo] = [await readChangeId(request), await readIsUndo(request)];
  const isDone = await reopenTask(db, viewer, id, { changeId, isUndo });
  return redirectAfterAction(viewer, { taskId: id, as: "reopened", isUndo, isDone, to });
});
