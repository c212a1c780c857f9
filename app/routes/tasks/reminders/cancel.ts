import type { ActionFunctionArgs } from "@remix-run/node";
import { createClientAction } from "#app/client/saving/client-action.ts";
import { cancelReminder } from "#app/domain/reminders/reminder.server.ts";
import { readRedirectTo } from "#app/web/form.server.ts";
import { notFound } from "#app/web/http-errors.server.ts";
import { requireViewer } from "#app/web/session.server.ts";
import { redirectWithToast, toast } from "#app/web/toast.server.ts";
import { database } from "#db/connection.server.ts";

export const clientAction = createClientAction();
export { default, loader } from "#app/routes/not-found.tsx";

export async function action(args: ActionFunctionArgs) {
  const { id: taskId = "", rid: reminderId = "" } = args.params;
  const viewer = await requireViewer(args, { returnTo: `/tasks/${taskId}` });
  if (!(await cancelReminder(database(), viewer, { taskId, reminderId }))) notFound();
  return redirectWithToast(
    await readRedirectTo(args.request, `/tasks/${taskId}`),
    toast("success", "Reminder cancelled"),
  );
}
