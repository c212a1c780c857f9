import type { ActionFunctionArgs } from "@remix-run/node";
import { reopenTask } from "#app/domain/tasks/changing/task.server.ts";
import { readChangeId, readRedirectTo } from "#app/web/form.server.ts";
import { redirectAfterAction } from "./after-action.server.ts";
import { requireViewer } from "#app/web/session.server.ts";
import { database } from "#db/connection.server.ts";

export { reopenTask as clientAction } from "#app/client/offline/waiting-action.ts";
export { default, loader } from "../not-found.tsx";

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { returnTo: "/dashboard" });
  const taskId = args.params.id ?? "";
  const isDone = await reopenTask(database(), viewer, taskId, {
    changeId: await readChangeId(args.request),
  });
  const to = await readRedirectTo(args.request, "/dashboard");
  return redirectAfterAction(viewer, { taskId, as: "reopened", isDone, to });
}
