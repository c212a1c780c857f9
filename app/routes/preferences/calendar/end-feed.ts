import type { ActionFunctionArgs } from "@remix-run/node";
import { createClientAction } from "#app/client/saving/client-action.ts";
import { endFeed } from "#app/domain/calendar/files/feed-settings.server.ts";
import { requireViewer } from "#app/web/session.server.ts";
import { redirectWithToast, toast } from "#app/web/toast.server.ts";
import { database } from "#db/connection.server.ts";
import { couldNotUpdate } from "../copy.ts";

export const clientAction = createClientAction(couldNotUpdate);
export { default, loader } from "../../not-found.tsx";

const calendarPage = "/preferences/calendar";

export async function action(args: ActionFunctionArgs) {
  const { userId } = await requireViewer(args, { returnTo: calendarPage });
  await endFeed(database(), userId);
  const message = "Your calendar feed is off.";
  return redirectWithToast(calendarPage, toast("success", "Settings updated", { message }));
}
