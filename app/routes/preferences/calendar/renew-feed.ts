import { createClientAction } from "#app/ui/saving/client-action.ts";
import { renewFeedLink } from "#app/domain/calendar/files/feed-settings.server.ts";
import { pageAction } from "#app/server/action.server.ts";
import { requireConfirmed } from "#app/server/confirmed.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { couldNotUpdate } from "../copy.ts";

export const clientAction = createClientAction(couldNotUpdate);
export { default, loader } from "#app/routes/not-found.tsx";

export const action = pageAction("/preferences/calendar", async ({ db, viewer, back }) => {
  requireConfirmed(viewer, back);
  await renewFeedLink(db, viewer);
  const message = "Add the new link to your calendars. The old one no longer works.";
  return toast("success", "Settings updated", { message });
});
