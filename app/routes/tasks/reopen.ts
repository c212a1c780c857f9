import type { ActionFunctionArgs } from "@remix-run/node";
import { reopenTask } from "#app/domain/tasks/changing/task.server.ts";
import { readRedirectTo } from "#app/web/form.server.ts";
import { afterMark } from "#app/web/mark-task.server.ts";
import { requireViewer } from "#app/web/session.server.ts";
import { database } from "#db/connection.server.ts";

export { clientAction } from "#app/components/failed-save.ts";
export { default, loader } from "../not-found.tsx";

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { to: "/dashboard" });
  const taskId = args.params.id ?? "";
  const isDone = await reopenTask(database(), viewer, taskId);
  const to = await readRedirectTo(args.request, "/dashboard");
  return afterMark(viewer, { taskId, as: "reopened", isDone, to });
}
