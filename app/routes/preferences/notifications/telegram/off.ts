import type { ActionFunctionArgs } from "@remix-run/node";
import { createClientAction } from "#app/client/saving/client-action.ts";
import { disconnectTelegram } from "#app/domain/chat/telegram/connect-code.server.ts";
import { requireViewer } from "#app/web/session.server.ts";
import { redirectWithToast, toast } from "#app/web/toast.server.ts";
import { database } from "#db/connection.server.ts";
import { couldNotSaveSettings } from "../../copy.ts";
import { telegramPage } from "../paths.ts";

export const clientAction = createClientAction(couldNotSaveSettings);
export { default, loader } from "../../../not-found.tsx";

export async function action(args: ActionFunctionArgs) {
  const { userId } = await requireViewer(args, { returnTo: telegramPage });
  await disconnectTelegram(database(), userId);
  return redirectWithToast(telegramPage, toast("success", "Telegram is off"));
}
