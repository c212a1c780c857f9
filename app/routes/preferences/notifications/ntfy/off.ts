import { createClientAction } from "#app/ui/saving/client-action.ts";
import { turnOffNtfy } from "#app/domain/preferences/ntfy.server.ts";
import { pageAction } from "#app/server/action.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { couldNotSaveSettings } from "#app/routes/preferences/copy.ts";
import { ntfyPage } from "../paths.ts";

export const clientAction = createClientAction(couldNotSaveSettings);
export { default, loader } from "#app/routes/not-found.tsx";

export const action = pageAction(ntfyPage, async ({ db, viewer }) => {
  await turnOffNtfy(db, viewer.userId);
  return toast("success", "ntfy is off");
});
