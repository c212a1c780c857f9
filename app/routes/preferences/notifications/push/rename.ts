import type { ActionFunctionArgs } from "@remix-run/node";
import { createClientAction } from "#app/client/saving/client-action.ts";
import { renamePushDevice } from "#app/domain/preferences/push/devices.server.ts";
import { deviceName } from "#app/domain/preferences/push/input.ts";
import { readForm } from "#app/web/form.server.ts";
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
  const submission = await readForm(args.request, deviceName);
  if (submission.status !== "success") {
    const [message = "Please give it a name"] = submission.error?.name ?? [];
    return redirectWithToast(pushPage, toast("error", "The name wasn't saved", { message }));
  }
  if (!(await renamePushDevice(database(), viewer, args.params.id ?? "", submission.value.name)))
    notFound();
  return redirectWithToast(pushPage, toast("success", "Name saved"));
}
