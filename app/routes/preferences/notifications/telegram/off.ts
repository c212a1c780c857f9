import { createClientAction } from "#app/ui/saving/client-action.ts";
import { disconnectTelegram } from "#app/domain/inbox/telegram/connect-code.server.ts";
import { pageAction } from "#app/server/action.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { couldNotSaveSettings } from "#app/routes/preferences/copy.ts";
import { telegramPage } from "../paths.ts";

export const clientAction = createClientAction(couldNotSaveSettings);
export { default, loader } from "#app/routes/not-found.tsx";

export const action = pageAction(telegramPage, async ({ db, viewer }) => {
  await disconnectTelegram(db, viewer.userId);
  return toast("success", "Telegram is off");
});
