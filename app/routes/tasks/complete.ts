import { type ActionFunctionArgs, replace } from "@remix-run/node";
import { completeTask } from "#app/domain/tasks/task.server.ts";
import { readRedirectTo } from "#app/web/form.server.ts";
import { notFound } from "#app/web/not-found.server.ts";
import { requireViewer } from "#app/web/session.server.ts";
import { database } from "#db/connection.server.ts";

export { clientAction } from "#app/components/failed-save.ts";
export { default, loader } from "../not-found.tsx";

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { to: "/dashboard" });
  if (!(await completeTask(database(), viewer, args.params.id ?? ""))) notFound();
  return replace(await readRedirectTo(args.request, "/dashboard"), 303);
}
