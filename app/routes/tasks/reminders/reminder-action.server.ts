import type { ActionFunctionArgs } from "@remix-run/node";
import { readRedirectTo } from "#app/web/form.server.ts";
import { requireViewer } from "#app/web/session.server.ts";

/** @param page to return to if the form names none: the task's own by default */
export async function readReminderAction(
  args: ActionFunctionArgs,
  page: string = `/tasks/${args.params.id}`,
) {
  const { id: taskId = "", rid: reminderId = "" } = args.params;
  const viewer = await requireViewer(args, { returnTo: page });
  return {
    viewer,
    reminder: { taskId, reminderId },
    redirectTo: await readRedirectTo(args.request, page),
  };
}
