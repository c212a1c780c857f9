import { createClientAction } from "#app/ui/saving/client-action.ts";
import { findNtfyTopic, renewNtfyTopic } from "#app/domain/preferences/ntfy.server.ts";
import { pageAction } from "#app/server/action.server.ts";
import { requireConfirmed } from "#app/server/confirmed.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { couldNotSaveSettings } from "#app/routes/preferences/copy.ts";
import { ntfyPage } from "../paths.ts";

export const clientAction = createClientAction(couldNotSaveSettings);
export { default, loader } from "#app/routes/not-found.tsx";

export const action = pageAction(ntfyPage, async ({ db, viewer, back }) => {
  requireConfirmed(viewer, back);
  if (!(await findNtfyTopic(db, viewer.userId))) return toast("error", "ntfy is off");
  await renewNtfyTopic(db, viewer.userId);
  const message = "Subscribe to it on your phone. Nothing more goes to the old one.";
  return toast("success", "You have a new topic", { message });
});
