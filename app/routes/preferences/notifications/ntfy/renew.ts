import type { ActionFunctionArgs } from "@remix-run/node";
import { createClientAction } from "#app/client/saving/client-action.ts";
import { findNtfyTopic, renewNtfyTopic } from "#app/domain/preferences/ntfy.server.ts";
import { requireConfirmed } from "#app/web/confirmed.server.ts";
import { requireViewer } from "#app/web/session.server.ts";
import { redirectWithToast, toast } from "#app/web/toast.server.ts";
import { database } from "#db/connection.server.ts";
import { couldNotSaveSettings } from "../../copy.ts";
import { ntfyPage } from "../paths.ts";

export const clientAction = createClientAction(couldNotSaveSettings);
export { default, loader } from "../../../not-found.tsx";

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { returnTo: ntfyPage });
  requireConfirmed(viewer, ntfyPage);
  if (!(await findNtfyTopic(database(), viewer.userId)))
    return redirectWithToast(ntfyPage, toast("error", "ntfy is off"));
  await renewNtfyTopic(database(), viewer.userId);
  const message = "Subscribe to it on your phone. Nothing more goes to the old one.";
  return redirectWithToast(ntfyPage, toast("success", "You have a new topic", { message }));
}
