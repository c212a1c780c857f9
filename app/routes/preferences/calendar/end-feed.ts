import { createClientAction } from "#app/ui/saving/client-action.ts";
import { endFeed } from "#app/domain/calendar/files/feed-settings.server.ts";
import { pageAction } from "#app/server/action.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { couldNotUpdate } from "../copy.ts";

export const clientAction = createClientAction(couldNotUpdate);
export { default, loader } from "#app/routes/not-found.tsx";

export const action = pageAction("/preferences/calendar", async ({ db, viewer }) => {
  await endFeed(db, viewer.userId);
  return toast("success", "Settings updated", { message: "Your calendar feed is off." });
});
