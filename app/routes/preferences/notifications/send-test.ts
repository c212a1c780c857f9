import type { ActionFunctionArgs } from "@remix-run/node";
import { createClientAction } from "#app/client/saving/client-action.ts";
import { sendTest } from "#app/domain/preferences/send-test.server.ts";
import { testChoice } from "#app/domain/preferences/input.ts";
import { readForm } from "#app/web/form.server.ts";
import { badRequest } from "#app/web/http-errors.server.ts";
import { requireViewer } from "#app/web/session.server.ts";
import { redirectWithToast, toast } from "#app/web/toast.server.ts";
import { database } from "#db/connection.server.ts";
import { couldNotSaveSettings } from "../copy.ts";

export const clientAction = createClientAction(couldNotSaveSettings);
export { default, loader } from "../../not-found.tsx";

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { returnTo: "/preferences/notifications" });
  const submission = await readForm(args.request, testChoice);
  if (submission.status !== "success") badRequest();
  const { channel, from } = submission.value;
  return redirectWithToast(
    `/preferences/${from}`,
    toasts[await sendTest(database(), viewer.userId, channel)](from),
  );
}

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
