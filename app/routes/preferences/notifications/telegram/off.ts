import { createClientAction } from "#app/client/saving/client-action.ts";
import { disconnectTelegram } from "#app/domain/chat/telegram/connect-code.server.ts";
import { pageAction } from "#app/web/action.server.ts";
import { toast } from "#app/web/toast.server.ts";
import { couldNotSaveSettings } from "../../copy.ts";
import { telegramPage } from "../paths.ts";

export const clientAction = createClientAction(couldNotSaveSettings);
export { default, loader } from "#app/routes/not-found.tsx";

export const action = pageAction(telegramPage, async ({ db, viewer }) => {
  await disconnectTelegram(db, viewer.userId);
  return toast("success", "Telegram is off");
});
