import type { ActionFunctionArgs } from "@remix-run/node";
import { createClientAction } from "#app/client/saving/client-action.ts";
import { cancelInput } from "#app/domain/reminders/input.ts";
import { cancelReminder } from "#app/domain/reminders/reminder.server.ts";
import { findCardSeries } from "#app/domain/series/card-series.server.ts";
import { readForm, readRedirectTo } from "#app/web/form.server.ts";
import { notFound } from "#app/web/http-errors.server.ts";
import { requireViewer } from "#app/web/session.server.ts";
import { redirectWithToast, toast } from "#app/web/toast.server.ts";
import { database } from "#db/connection.server.ts";

export const clientAction = createClientAction();
export { default, loader } from "#app/routes/not-found.tsx";

export async function action(args: ActionFunctionArgs) {
  const { id: taskId = "", rid: reminderId = "" } = args.params;
  const viewer = await requireViewer(args, { returnTo: `/tasks/${taskId}` });
  const to = await readRedirectTo(args.request, `/tasks/${taskId}`);
  const submission = await readForm(args.request, cancelInput);
  const said = submission.status === "success" ? submission.value.scope : undefined;
  const isRepeating = (await findCardSeries(database(), viewer, [taskId])).has(taskId);
  const scope = said ?? (isRepeating ? "one" : "following");
  if (!(await cancelReminder(database(), viewer, { taskId, reminderId }, scope))) notFound();
  return redirectWithToast(to, toast("success", "Reminder cancelled"));
}
