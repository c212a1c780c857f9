import type { ActionFunctionArgs } from "@remix-run/node";
import { createClientAction } from "#app/client/saving/client-action.ts";
import { newCodeChoice } from "#app/domain/preferences/input.ts";
import { requestNewCode } from "#app/domain/preferences/phone-code/request-code.server.ts";
import { readForm } from "#app/web/form.server.ts";
import { badRequest } from "#app/web/http-errors.server.ts";
import { requireViewer } from "#app/web/session.server.ts";
import { redirectWithToast, toast } from "#app/web/toast.server.ts";
import { database } from "#db/connection.server.ts";
import { couldNotSaveSettings } from "../copy.ts";

export const clientAction = createClientAction(couldNotSaveSettings);
export { default, loader } from "../../not-found.tsx";

const page = "/preferences/notifications/code";

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { returnTo: page });
  const submission = await readForm(args.request, newCodeChoice);
  if (submission.status !== "success") badRequest();
  const outcome = await requestNewCode(database(), viewer.userId, submission.value.channel);
  return redirectWithToast(page, toasts[outcome]);
}

const toasts = {
  "on its way": toast("success", "A new code is on its way", {
    message: "Only the newest code works.",
  }),
  "too soon": toast("error", "One code a minute", {
    message: "You just asked for one. Please try again in a minute.",
  }),
  nothing: toast("error", "No number is waiting for a code"),
};
