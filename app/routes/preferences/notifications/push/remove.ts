import type { ActionFunctionArgs } from "@remix-run/node";
import { createClientAction } from "#app/client/saving/client-action.ts";
import { removePushDevice } from "#app/domain/preferences/push/devices.server.ts";
import { notFound } from "#app/web/http-errors.server.ts";
import { requireViewer } from "#app/web/session.server.ts";
import { redirectWithToast, toast } from "#app/web/toast.server.ts";
import { database } from "#db/connection.server.ts";
import { couldNotSaveSettings } from "../../copy.ts";
import { pushPage } from "../paths.ts";

export const clientAction = createClientAction(couldNotSaveSettings);
export { default, loader } from "../../../not-found.tsx";

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { returnTo: pushPage });
  if (!(await removePushDevice(database(), viewer, args.params.id ?? ""))) notFound();
  return redirectWithToast(pushPage, toast("success", "Device removed"));
}
