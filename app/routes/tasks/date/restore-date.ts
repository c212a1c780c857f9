import type { ActionFunctionArgs } from "@remix-run/node";
import { restoreDate } from "#app/domain/tasks/changing/clear-date.server.ts";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import { couldNotChange, createClientAction } from "#app/client/saving/client-action.ts";
import { notFound } from "#app/web/http-errors.server.ts";
import { requireViewer } from "#app/web/session.server.ts";
import { redirectWithToast, toast } from "#app/web/toast.server.ts";
import { database } from "#db/connection.server.ts";

export const clientAction = createClientAction(couldNotChange);
export { default, loader } from "#app/routes/not-found.tsx";

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { returnTo: "/dashboard" });
  const { id = "" } = args.params;
  if (!(await findTask(database(), viewer, id))) notFound();
  await restoreDate(database(), viewer, id);
  return redirectWithToast("/dashboard", toast("success", "The date is back"));
}
