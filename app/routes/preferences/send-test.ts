import type { ActionFunctionArgs } from "@remix-run/node";
import { sendTest } from "#app/domain/deliveries/test-delivery.server.ts";
import { testChoice } from "#app/domain/preferences/input.ts";
import { badRequest, readForm } from "#app/web/form.server.ts";
import { requireViewer } from "#app/web/session.server.ts";
import { redirectWithToast, toast } from "#app/web/toast.server.ts";
import { database } from "#db/connection.server.ts";

export { settingsClientAction as clientAction } from "#app/components/failed-save.ts";
export { default, loader } from "../not-found.tsx";

const page = "/preferences/notifications";

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { to: page });
  const submission = await readForm(args.request, testChoice);
  if (submission.status !== "success") badRequest();
  return redirectWithToast(page, said[await sendTest(database(), viewer.userId, submission.value.channel)]());
}

const said = {
  "on its way": () =>
    toast("success", "A test is on its way", { message: "It is in the list below, with what becomes of it." }),
  "too soon": () =>
    toast("error", "One test a minute", { message: "The last one is still fresh. Please try again in a minute." }),
  no_number: () => toast("error", "No phone number", { message: "Please save your phone number first." }),
};
