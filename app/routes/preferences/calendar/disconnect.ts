import { createClientAction } from "#app/ui/saving/client-action.ts";
import { disconnectCalendar } from "#app/domain/calendar/google/connection.server.ts";
import { pageAction } from "#app/server/action.server.ts";
import { signUpSettings } from "#app/server/instance.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { couldNotUpdate } from "../copy.ts";

export const clientAction = createClientAction(couldNotUpdate);
export { default, loader } from "#app/routes/not-found.tsx";

export const action = pageAction("/preferences/calendar", async ({ db, viewer }) => {
  const isRevoked = await disconnectCalendar(db, viewer.userId, signUpSettings.encryptionKey);
  const message = isRevoked
    ? "Events already in it will stay."
    : "Events already in it will stay. Google isn't responding, so please remove Mila in your Google account too.";
  return toast("success", "Google Calendar disconnected", { message });
});
