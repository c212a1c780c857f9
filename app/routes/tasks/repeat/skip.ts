import { couldNotChange, createClientAction } from "#app/ui/saving/client-action.ts";
import { findCardSeries } from "#app/domain/series/card-series.server.ts";
import { describeNext, skipOccurrence } from "#app/domain/series/changing/skip.server.ts";
import { taskAction } from "#app/server/action.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { redirectAfterAction, redirectFromMissingTask } from "../after-action.server.ts";

export const clientAction = createClientAction(couldNotChange);
export { default, loader } from "#app/routes/not-found.tsx";

export const action = taskAction("/dashboard", async ({ db, viewer, id, back: to }) => {
  if (!(await findCardSeries(db, viewer, [id])).has(id)) return redirectFromMissingTask(viewer, id);
  const isDone = await skipOccurrence(db, viewer, id);
  const message = await describeNext(db, viewer, id);
  const undo = `/tasks/${id}/restore`;
  const successToast = toast("success", "Skipped this time", { message, undo, isOwn: true });
  return redirectAfterAction(viewer, { taskId: id, as: "deleted", isDone, to, successToast });
});
