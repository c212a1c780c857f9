import type { ActionFunctionArgs } from "@remix-run/node";
import { couldNotChange, createClientAction } from "#app/client/saving/client-action.ts";
import { findCardSeries, findPresent } from "#app/domain/series/card-series.server.ts";
import { describeNext, skipOccurrence } from "#app/domain/series/changing/skip.server.ts";
import { deleteInput } from "#app/domain/series/input.ts";
import { deleteTask } from "#app/domain/tasks/changing/task.server.ts";
import { readForm, readRedirectTo } from "#app/web/form.server.ts";
import { redirectAfterAction } from "./after-action.server.ts";
import { requireViewer } from "#app/web/session.server.ts";
import { toast } from "#app/web/toast.server.ts";
import { database } from "#db/connection.server.ts";

export const clientAction = createClientAction(couldNotChange);
export { default, loader } from "../not-found.tsx";

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { returnTo: "/dashboard" });
  const said = args.params.id ?? "";
  const to = await readRedirectTo(args.request, "/dashboard");
  const submission = await readForm(args.request, deleteInput);
  const scope = submission.status === "success" ? submission.value.scope : undefined;
  const isOnlyOne = scope === "one";
  // It may have been done since the page was opened: what is done stays, and no other follows.
  const taskId = (scope === "all" && (await findPresent(database(), viewer, said))) || said;
  const [repeats] = (await findCardSeries(database(), viewer, [taskId])).values();
  const undo = `/tasks/${taskId}/restore`;
  if (repeats && isOnlyOne) {
    const isDone = await skipOccurrence(database(), viewer, taskId);
    const message = await describeNext(database(), taskId);
    const successToast = toast("success", "Task deleted", { message, undo });
    return redirectAfterAction(viewer, { taskId, as: "deleted", isDone, to, successToast });
  }
  const isDone = await deleteTask(database(), viewer, taskId);
  const message = repeats?.isOpen ? "It won't repeat any more." : undefined;
  const successToast = toast("success", "Task deleted", { message, undo });
  return redirectAfterAction(viewer, { taskId, as: "deleted", isDone, to, successToast });
}
