import type { ActionFunctionArgs } from "@remix-run/node";
import { createClientAction } from "#app/client/saving/client-action.ts";
import { calendarChoice } from "#app/domain/calendar/input.ts";
import { chooseCalendar } from "#app/domain/calendar/google/chosen-calendar.server.ts";
import { readForm } from "#app/web/form.server.ts";
import { badRequest } from "#app/web/http-errors.server.ts";
import { signUpInstance } from "#app/web/instance.server.ts";
import { requireViewer } from "#app/web/session.server.ts";
import { redirectWithToast, toast } from "#app/web/toast.server.ts";
import { database } from "#db/connection.server.ts";
import { couldNotUpdate } from "../copy.ts";

export const clientAction = createClientAction(couldNotUpdate);
export { default, loader } from "../../not-found.tsx";

const page = "/preferences/calendar";

export async function action(args: ActionFunctionArgs) {
  const { userId } = await requireViewer(args, { returnTo: page });
  const submission = await readForm(args.request, calendarChoice);
  if (submission.status !== "success") badRequest();
  const { calendarId } = submission.value;
  const isChosen = await chooseCalendar(
    database(),
    userId,
    calendarId,
    signUpInstance.encryptionKey,
  );
  if (isChosen) return redirectWithToast(page, toast("success", "Settings updated"));
  const message = "You can't add events to that calendar. Please choose another one.";
  return redirectWithToast(
    `${page}?choose=yes`,
    toast("error", "Error updating preferences", { message }),
  );
}
