import type { ActionFunctionArgs } from "@remix-run/node";
import { createClientAction } from "#app/client/saving/client-action.ts";
import { completeTask } from "#app/domain/tasks/changing/task.server.ts";
import { readRedirectTo } from "#app/web/form.server.ts";
import { redirectAfterAction } from "./after-action.server.ts";
import { requireViewer } from "#app/web/session.server.ts";
import { database } from "#db/connection.server.ts";

export const clientAction = createClientAction();
export { default, loader } from "../not-found.tsx";

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { returnTo: "/dashboard" });
  const taskId = args.params.id ?? "";
  const isDone = await completeTask(database(), viewer, taskId);
  const to = await readRedirectTo(args.request, "/dashboard");
  return redirectAfterAction(viewer, { taskId, as: "completed", isDone, to });
}
