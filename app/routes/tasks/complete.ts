import { completeTask } from "#app/domain/tasks/changing/task.server.ts";
import { doneFor } from "#app/domain/tasks/due/done-for.ts";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import { taskAction } from "#app/server/action.server.ts";
import { readChangeId, readInPlace, readSeenDue } from "#app/server/form.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { redirectAfterAction } from "./after-action.server.ts";

export { completeTask as clientAction } from "#app/ui/offline/waiting-action.ts";
export { default, loader } from "#app/routes/not-found.tsx";

export const action = taskAction("/dashboard", async ({ db, viewer, id, request, back: to }) => {
  const isInPlace = await readInPlace(request);
  const [changeId, seenDue] = [await readChangeId(request), await readSeenDue(request)];
  const isDone = await completeTask(db, viewer, id, { changeId, seenDue });
  const task = { taskId: id, as: "completed", seenDue, isDone, to } as const;
  const saved = await findTask(db, viewer, id);
  const late = saved ? doneFor(saved) : null;
  // The card shows it and offers Undo, but does not say for which day.
  if (isInPlace && !late) return redirectAfterAction(viewer, task);
  const undo = isInPlace ? {} : { undo: `/tasks/${id}/reopen`, isOwn: true };
  const successToast = toast("success", late ?? "Task completed", undo);
  return redirectAfterAction(viewer, { ...task, successToast });
});
