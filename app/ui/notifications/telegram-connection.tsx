import { Form, Link } from "@remix-run/react";

interface TelegramCodeProps {
  code: string;
  /** Null until Mila has asked Telegram for it. */
  username: string | null;
  minutes: number;
}

const page = "/preferences/notifications/telegram";

export function TelegramConnected() {
  return (
    <div className="card-panel stack">
      <p>Reminders come to your chat with Mila’s bot, with buttons for Done and In 1 hour.</p>
      <p>
        You can also write to it: “pick up Emma tomorrow at 3” becomes a task. DONE and SNOOZE
        answer the last reminder, UNDO takes back the last change, LIST shows today.
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

export function TelegramCode({ code, username, minutes }: TelegramCodeProps) {
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

export function ConnectTelegram() {
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
