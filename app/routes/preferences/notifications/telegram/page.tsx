import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import {
  ConnectTelegram,
  TelegramCode,
  TelegramConnected,
} from "#app/ui/notifications/telegram-connection.tsx";
import { SettingsPage } from "#app/ui/preferences/settings-page.tsx";
import { telegramBotId } from "#app/config/channels.server.ts";
import {
  connectMinutes,
  findConnectCode,
  requestConnectCode,
} from "#app/domain/inbox/telegram/connect-code.server.ts";
import { findBotUsername } from "#app/domain/inbox/telegram/lease.server.ts";
import { findPreferences } from "#app/domain/preferences/preferences.server.ts";
import { requireConfirmed } from "#app/server/confirmed.server.ts";
import { linkBase } from "#app/server/instance.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { database } from "#db/connection.server.ts";
import { couldNotSaveSettings } from "#app/routes/preferences/copy.ts";
import { notificationsPage, telegramPage } from "../paths.ts";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const clientAction = createClientAction(couldNotSaveSettings);

export const meta: MetaFunction = () => [{ title: "Telegram · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const { userId } = await requireViewer(args);
  if (!telegramBotId) return { status: "not set up" } as const;
  const { telegram_chat: chat } = await findPreferences(database(), userId);
  const code = await findConnectCode(database(), userId, linkBase(args.request).linkKey);
  if (code) {
    const username = await findBotUsername(database(), telegramBotId);
    return { status: "waiting", code, username, minutes: connectMinutes } as const;
  }
  return { status: chat ? "connected" : "off" } as const;
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { returnTo: telegramPage });
  requireConfirmed(viewer, telegramPage);
  if (!telegramBotId)
    return redirectWithToast(telegramPage, toast("error", "This Mila doesn't use Telegram"));
  await requestConnectCode(database(), viewer.userId);
  return redirect(telegramPage, 303);
}

export default function Telegram() {
  const shown = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <SettingsPage
      heading="Telegram"
      subtitle="Reminders in a chat, where you can write back"
      back={{ to: notificationsPage, label: "Notification Settings" }}
      answer={answer}
    >
      {shown.status === "not set up" && (
        <p className="empty">This Mila doesn’t use Telegram. Its owner can set it up.</p>
      )}
      {shown.status === "connected" && <TelegramConnected />}
      {shown.status === "waiting" && <TelegramCode {...shown} />}
      {shown.status === "off" && <ConnectTelegram />}
    </SettingsPage>
  );
}
