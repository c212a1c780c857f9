import { createClientAction } from "#app/ui/saving/client-action.ts";
import { newCodeChoice } from "#app/domain/preferences/input.ts";
import { requestNewCode } from "#app/domain/preferences/phone-code/request-code.server.ts";
import { pageAction } from "#app/server/action.server.ts";
import { requireForm } from "#app/server/form.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { couldNotSaveSettings } from "../copy.ts";

export const clientAction = createClientAction(couldNotSaveSettings);
export { default, loader } from "#app/routes/not-found.tsx";

export const action = pageAction(
  "/preferences/notifications/code",
  async ({ db, viewer, request }) => {
    const { channel } = await requireForm(request, newCodeChoice);
    return toasts[await requestNewCode(db, viewer.userId, channel)];
  },
);

const toasts = {
  "on its way": toast("success", "A new code is on its way", {
    message: "Only the newest code works.",
  }),
  "too soon": toast("error", "One code a minute", {
    message: "You just asked for one. Please try again in a minute.",
  }),
  nothing: toast("error", "No number is waiting for a code"),
};
