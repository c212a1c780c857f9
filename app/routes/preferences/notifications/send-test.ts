import { createClientAction } from "#app/ui/saving/client-action.ts";
import { sendTest } from "#app/domain/preferences/send-test.server.ts";
import { testChoice } from "#app/domain/preferences/input.ts";
import { pageAction } from "#app/server/action.server.ts";
import { requireForm } from "#app/server/form.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { couldNotSaveSettings } from "../copy.ts";

export const clientAction = createClientAction(couldNotSaveSettings);
export { default, loader } from "#app/routes/not-found.tsx";

export const action = pageAction("/preferences/notifications", async ({ db, viewer, request }) => {
  const { channel, from } = await requireForm(request, testChoice);
  const outcome = await sendTest(db, viewer.userId, channel);
  return redirectWithToast(`/preferences/${from}`, toasts[outcome](from));
});

const toasts = {
  "on its way": (from: string) => {
    const list = from === "notifications" ? "below" : "in Notification Settings";
    return toast("success", "A test is on its way", {
      message: `You can see how it went ${list}.`,
    });
  },
  "too soon": () =>
    toast("error", "One test a minute", {
      message: "You just sent one. Please try again in a minute.",
    }),
  unconfirmed: () =>
    toast("error", "Waiting for the code", {
      message: "Please type in the code that I sent to your number first.",
    }),
  not_connected: () => toast("error", "Not connected", { message: "Please turn it on first." }),
  no_number: () =>
    toast("error", "No phone number", { message: "Please save your phone number first." }),
};
