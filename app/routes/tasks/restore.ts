import type { ActionFunctionArgs } from "@remix-run/node";
import { couldNotChange, createClientAction } from "#app/client/saving/client-action.ts";
import { restoreTask } from "#app/domain/tasks/changing/task.server.ts";
import { readRedirectTo } from "#app/web/form.server.ts";
import { redirectAfterAction } from "./after-action.server.ts";
import { requireViewer } from "#app/web/session.server.ts";
import { toast } from "#app/web/toast.server.ts";
import { database } from "#db/connection.server.ts";

export const clientAction = createClientAction(couldNotChange);
export { default, loader } from "../not-found.tsx";

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { returnTo: "/dashboard" });
  const taskId = args.params.id ?? "";
  const isDone = await restoreTask(database(), viewer, taskId);
  const to = await readRedirectTo(args.request, "/dashboard");
  return redirectAfterAction(viewer, {
    taskId,
    as: "restored",
    isDone,
    to,
    successToast: toast("success", "Task restored"),
  });
}
