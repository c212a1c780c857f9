import type { ActionFunctionArgs } from "@remix-run/node";
import { createClientAction } from "#app/client/saving/client-action.ts";
import { cancelInput } from "#app/domain/reminders/input.ts";
import { cancelReminder } from "#app/domain/reminders/reminder.server.ts";
import { findCardSeries } from "#app/domain/series/card-series.server.ts";
import { readForm } from "#app/web/form.server.ts";
import { notFound } from "#app/web/http-errors.server.ts";
import { redirectWithToast, toast } from "#app/web/toast.server.ts";
import { database } from "#db/connection.server.ts";
import { readReminderAction } from "./reminder-action.server.ts";

export const clientAction = createClientAction();
export { default, loader } from "#app/routes/not-found.tsx";

export async function action(args: ActionFunctionArgs) {
  const { viewer, reminder, redirectTo } = await readReminderAction(args);
  const submission = await readForm(args.request, cancelInput);
  const said = submission.status === "success" ? submission.value.scope : undefined;
  const isRepeating = (await findCardSeries(database(), viewer, [reminder.taskId])).has(
    reminder.taskId,
  );
  const scope = said ?? (isRepeating ? "one" : "following");
  if (!(await cancelReminder(database(), viewer, reminder, scope))) notFound();
  return redirectWithToast(redirectTo, toast("success", "Reminder cancelled"));
}
