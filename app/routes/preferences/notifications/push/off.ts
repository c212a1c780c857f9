import { createClientAction } from "#app/ui/saving/client-action.ts";
import { turnOffPush } from "#app/domain/preferences/push/devices.server.ts";
import { pageAction } from "#app/server/action.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { couldNotSaveSettings } from "#app/routes/preferences/copy.ts";
import { pushPage } from "../paths.ts";

export const clientAction = createClientAction(couldNotSaveSettings);
export { default, loader } from "#app/routes/not-found.tsx";

export const action = pageAction(pushPage, async ({ db, viewer }) => {
  await turnOffPush(db, viewer.userId);
  return toast("success", "Notifications are off");
});
