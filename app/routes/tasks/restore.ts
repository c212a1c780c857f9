import type { ActionFunctionArgs } from "@remix-run/node";
import { restoreTask } from "#app/domain/tasks/task.server.ts";
import { readRedirectTo } from "#app/web/form.server.ts";
import { notFound } from "#app/web/not-found.server.ts";
import { requireViewer } from "#app/web/session.server.ts";
import { redirectWithToast, toast } from "#app/web/toast.server.ts";
import { database } from "#db/connection.server.ts";

export { default, loader } from "../not-found.tsx";

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { to: "/dashboard" });
  if (!(await restoreTask(database(), viewer, args.params.id ?? ""))) notFound();
  return redirectWithToast(await readRedirectTo(args.request, "/dashboard"), toast("success", "Task is back"));
}
