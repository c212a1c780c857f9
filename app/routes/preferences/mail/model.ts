import { modelSwitch } from "#app/domain/mail/input.ts";
import { letModelRead } from "#app/domain/mail/model-switch.server.ts";
import { pageAction } from "#app/server/action.server.ts";
import { requireForm } from "#app/server/form.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { couldNotUpdate } from "../copy.ts";

export const clientAction = createClientAction(couldNotUpdate);
export { default, loader } from "#app/routes/not-found.tsx";

export const action = pageAction("/preferences/mail", async ({ db, viewer, request }) => {
  const isOn = (await requireForm(request, modelSwitch)).isOn === "yes";
  if (!(await letModelRead(db, viewer, { isOn })))
    return toast("error", "Nothing changed", {
      message: "Only the owner of your household can change that.",
    });
  return toast("success", "Settings updated", {
    message: isOn
      ? "From the next mail on, the model reads what I'm unsure of."
      : "The model reads no mails any more.",
  });
});
