import { createClientAction } from "#app/ui/saving/client-action.ts";
import { renamePushDevice } from "#app/domain/preferences/push/devices.server.ts";
import { deviceName } from "#app/domain/preferences/push/input.ts";
import { pageAction } from "#app/server/action.server.ts";
import { readForm } from "#app/server/form.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { couldNotSaveSettings } from "#app/routes/preferences/copy.ts";
import { pushPage } from "../paths.ts";

export const clientAction = createClientAction(couldNotSaveSettings);
export { default, loader } from "#app/routes/not-found.tsx";

export const action = pageAction(pushPage, async ({ db, viewer, id, request }) => {
  const submission = await readForm(request, deviceName);
  if (submission.status !== "success") {
    const [message = "Please give it a name"] = submission.error?.name ?? [];
    return toast("error", "The name wasn't saved", { message });
  }
  const isRenamed = await renamePushDevice(db, viewer, id, submission.value.name);
  return isRenamed && toast("success", "Name saved");
});
