import type { ActionFunctionArgs } from "@remix-run/node";
import { createClientAction } from "#app/client/saving/client-action.ts";
import { disconnectCalendar } from "#app/domain/calendar/google/connection.server.ts";
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
  const isRevoked = await disconnectCalendar(database(), userId, signUpInstance.encryptionKey);
  const message = isRevoked
    ? "Events already in it will stay."
    : "Events already in it will stay. Google isn't responding, so please remove Mila in your Google account too.";
  return redirectWithToast(page, toast("success", "Google Calendar disconnected", { message }));
}
