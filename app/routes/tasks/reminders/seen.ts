import { type ActionFunctionArgs, replace } from "@remix-run/node";
import { createClientAction } from "#app/client/saving/client-action.ts";
import { markReminderSeen } from "#app/domain/reminders/reminder.server.ts";
import { readRedirectTo } from "#app/web/form.server.ts";
import { notFound } from "#app/web/http-errors.server.ts";
import { requireViewer } from "#app/web/session.server.ts";
import { database } from "#db/connection.server.ts";

export const clientAction = createClientAction();
export { default, loader } from "#app/routes/not-found.tsx";

export async function action(args: ActionFunctionArgs) {
  const { id: taskId = "", rid: reminderId = "" } = args.params;
  const viewer = await requireViewer(args, { returnTo: "/dashboard" });
  if (!(await markReminderSeen(database(), viewer, { taskId, reminderId }))) notFound();
  return replace(await readRedirectTo(args.request, "/dashboard"), 303);
}
