import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData, Form, Link } from "@remix-run/react";
import { createClientAction } from "#app/ui/saving/client-action.ts";
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

const page = "/preferences/notifications/telegram";

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

function TelegramConnected() {
  return (
    <div className="card-panel stack">
      <p>Reminders come to your chat with Mila’s bot, with buttons for Done and In 1 hour.</p>
      <p>
        You can also write to it: “pick up Emma tomorrow at 3” becomes a task. DONE and SNOOZE
        answer the last reminder, UNDO takes back the last change, LIST shows today. Ask “when is
        piano?”, or write “move dentist to Friday”.
      </p>
      <div className="button-row justify-start">
        <Form method="post" action="/preferences/notifications/test">
          <input type="hidden" name="from" value="notifications/telegram" />
          <button type="submit" name="channel" value="telegram" className="button-secondary">
            Send a test
          </button>
        </Form>
        <Form method="post" action={`${page}/off`}>
          <button type="submit" className="row-button">
            Turn off
          </button>
        </Form>
      </div>
    </div>
  );
}

interface TelegramCodeProps {
  code: string;
  /** Null until Mila has asked Telegram for it. */
  username: string | null;
  minutes: number;
}

function TelegramCode({ code, username, minutes }: TelegramCodeProps) {
  return (
    <div className="card-panel stack">
      {username && (
        <a className="button-primary" href={`https://t.me/${username}?start=${code}`}>
          Open Telegram and press Start
        </a>
      )}
      <p>
        {username ? `Or send this to @${username}:` : "Send this to Mila’s bot in Telegram:"}{" "}
        <code className="typed-key">{code}</code>
      </p>
      <p className="hint">It works once, for {minutes} minutes.</p>
      <Link to={page} reloadDocument className="button-secondary">
        I’ve done that
      </Link>
    </div>
  );
}

function ConnectTelegram() {
  return (
    <Form method="post" className="card-panel stack">
      <p>
        I send your reminders to a chat in Telegram, and you can write to me there. It needs no
        phone number.
      </p>
      <p className="hint">Messages pass through Telegram, which can read them.</p>
      <div className="button-row justify-start">
        <button type="submit" className="button-primary">
          Connect Telegram
        </button>
      </div>
    </Form>
  );
}
