import type { ActionFunctionArgs } from "@remix-run/node";
import { createClientAction } from "#app/client/saving/client-action.ts";
import { renewFeedLink } from "#app/domain/calendar/files/feed-settings.server.ts";
import { requireConfirmed } from "#app/web/confirmed.server.ts";
import { requireViewer } from "#app/web/session.server.ts";
import { redirectWithToast, toast } from "#app/web/toast.server.ts";
import { database } from "#db/connection.server.ts";
import { couldNotUpdate } from "../copy.ts";

export const clientAction = createClientAction(couldNotUpdate);
export { default, loader } from "../../not-found.tsx";

const calendarPage = "/preferences/calendar";

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { returnTo: calendarPage });
  requireConfirmed(viewer, calendarPage);
  await renewFeedLink(database(), viewer);
  const message = "Add the new link to your calendars. The old one no longer works.";
  return redirectWithToast(calendarPage, toast("success", "Settings updated", { message }));
}
