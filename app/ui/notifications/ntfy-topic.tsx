import { Form, Link } from "@remix-run/react";
import { ConfirmedButton } from "../shell/confirmed-button.tsx";
import { CopyLink } from "../kit/copy-link.tsx";
import { QrCode } from "../account/two-step/qr-code.tsx";

export interface Topic {
  /** Opens in a browser. On an iPhone, people type it into ntfy's app. */
  link: string;
  /** Opens ntfy's app on Android. */
  appLink: string;
  qrCode: { size: number; path: string };
}

const page = "/preferences/notifications/ntfy";

interface NtfyTopicProps {
  /** Null until the user has confirmed who they are. */
  topic: Topic | null;
  confirmUrl: string;
}

export function NtfyTopic({ topic, confirmUrl }: NtfyTopicProps) {
  return (
    <>
      <div className="card-panel stack">
        {topic ? <Subscribing {...topic} /> : <Hidden confirmUrl={confirmUrl} />}
        <Form
          method="post"
          action="/preferences/notifications/test"
          className="button-row justify-start"
        >
          <input type="hidden" name="from" value="notifications/ntfy" />
          <button type="submit" name="channel" value="ntfy" className="button-secondary">
            Send a test
          </button>
        </Form>
      </div>
      <div className="button-row mt-4 justify-start">
        <ConfirmedButton
          label="Make a new topic"
          question="Nothing more goes to the old one, and its buttons stop working. You subscribe to the new one in the app."
          action={`${page}/renew`}
          confirmLabel="Make a new topic"
        />
        <Form method="post" action={`${page}/off`}>
          <button type="submit" className="row-button">
            Turn off
          </button>
        </Form>
      </div>
    </>
  );
}

function Hidden({ confirmUrl }: { confirmUrl: string }) {
  return (
    <>
      <p>
        Your reminders go to the ntfy app. Anyone who knows your topic can read them, so I only show
        it to you.
      </p>
      <p>
        <Link className="text-link" to={confirmUrl}>
          Show my topic
        </Link>
      </p>
    </>
  );
}

function Subscribing({ link, appLink, qrCode }: Topic) {
  return (
    <>
      <h2 className="section-title">On your phone</h2>
      <ol className="stack list-decimal pl-5">
        <li>
          Install{" "}
          <a className="text-link" href="https://docs.ntfy.sh/subscribe/phone/">
            the ntfy app
          </a>
          . It’s free, for Android and iPhone.
        </li>
        <li>
          Subscribe to your topic: scan this, open it on this phone, or add the address by hand.
        </li>
        <li>Send a test.</li>
      </ol>
      <QrCode label="QR code for your topic" qrCode={qrCode} />
      <a className="button-secondary open-app" href={appLink}>
        Open the ntfy app on this phone
      </a>
      <CopyLink id="topic" label="Your topic’s address" link={link} />
      <p className="hint">
        Anyone who knows the address can read your reminders, so keep it to yourself.
      </p>
    </>
  );
}
