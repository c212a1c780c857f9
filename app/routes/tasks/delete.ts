import type { ActionFunctionArgs } from "@remix-run/node";
import { createClientAction } from "#app/client/saving/client-action.ts";
import { findCardSeries } from "#app/domain/series/card-series.server.ts";
import { deleteTask } from "#app/domain/tasks/changing/task.server.ts";
import { readRedirectTo } from "#app/web/form.server.ts";
import { redirectAfterAction } from "./after-action.server.ts";
import { requireViewer } from "#app/web/session.server.ts";
import { toast } from "#app/web/toast.server.ts";
import { database } from "#db/connection.server.ts";

export const clientAction = createClientAction();
export { default, loader } from "../not-found.tsx";

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { returnTo: "/dashboard" });
  const taskId = args.params.id ?? "";
  const [repeats] = (await findCardSeries(database(), viewer, [taskId])).values();
  const isDone = await deleteTask(database(), viewer, taskId);
  const to = await readRedirectTo(args.request, "/dashboard");
  const successToast = toast("success", "Task deleted", {
    ...(repeats?.isOpen && { message: "It won't repeat any more." }),
    undo: `/tasks/${taskId}/restore`,
  });
  return redirectAfterAction(viewer, { taskId, as: "deleted", isDone, to, successToast });
}
