import type { ActionFunctionArgs } from "@remix-run/node";
import { createClientAction } from "#app/client/saving/client-action.ts";
import { snooze } from "#app/domain/reminders/input.ts";
import { snoozeReminder } from "#app/domain/reminders/reminder.server.ts";
import { readForm } from "#app/web/form.server.ts";
import { badRequest, notFound } from "#app/web/http-errors.server.ts";
import { redirectWithToast, toast } from "#app/web/toast.server.ts";
import { database } from "#db/connection.server.ts";
import { readReminderAction } from "./reminder-action.server.ts";

export const clientAction = createClientAction();
export { default, loader } from "#app/routes/not-found.tsx";

export async function action(args: ActionFunctionArgs) {
  const { viewer, reminder, redirectTo } = await readReminderAction(args);
  const submission = await readForm(args.request, snooze);
  if (submission.status !== "success") badRequest();
  const outcome = await snoozeReminder(database(), viewer, reminder, submission.value.minutes);
  if (outcome === "missing") notFound();
  const result =
    outcome === "snoozed"
      ? toast("success", "Reminder snoozed")
      : toast("error", "This reminder is no longer active", {
          message: "It was cancelled, or the task is done.",
        });
  return redirectWithToast(redirectTo, result);
}
