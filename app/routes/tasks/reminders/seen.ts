import { type ActionFunctionArgs, replace } from "@remix-run/node";
import { createClientAction } from "#app/client/saving/client-action.ts";
import { markReminderSeen } from "#app/domain/reminders/reminder.server.ts";
import { notFound } from "#app/web/http-errors.server.ts";
import { database } from "#db/connection.server.ts";
import { readReminderAction } from "./reminder-action.server.ts";

export const clientAction = createClientAction();
export { default, loader } from "#app/routes/not-found.tsx";

export async function action(args: ActionFunctionArgs) {
  const { viewer, reminder, redirectTo } = await readReminderAction(args, "/dashboard");
  if (!(await markReminderSeen(database(), viewer, reminder))) notFound();
  return replace(redirectTo, 303);
}
