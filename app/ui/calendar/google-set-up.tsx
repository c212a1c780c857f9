import { useOwnsMila } from "../preferences/use-owns-mila.ts";

const consoleAddress = "https://console.cloud.google.com";

export function GoogleSetUp({ origin }: { origin: string }) {
  if (useOwnsMila()) return <Steps origin={origin} />;
  return (
    <p className="card-panel">
      Connecting to Google Calendar isn&apos;t set up here yet. Mila&apos;s owner can do it.
    </p>
  );
}

function Steps({ origin }: { origin: string }) {
  const { protocol, hostname } = new URL(origin);
  const isAcceptedByGoogle =
    protocol === "https:" || /^(localhost|127\..+|\[::1\])$/.test(hostname);
  return (
    <div className="card-panel stack">
      <p>Connecting to Google Calendar isn&apos;t set up here yet. You can do it in five steps:</p>
      <ol className="steps">
        <li>
          Create a project in the <Console path="/projectcreate">Google Cloud console</Console>.
        </li>
        <li>
          Enable the{" "}
          <Console path="/apis/library/calendar-json.googleapis.com">Google Calendar API</Console>{" "}
          for it.
        </li>
        <li>
          Fill in the <Console path="/auth/overview">OAuth consent screen</Console> and publish it.
          In testing mode, Google disconnects everyone after 7 days.
        </li>
        <li>
          Create an <Console path="/auth/clients">OAuth client</Console> of type “Web application”
          with these two redirect URIs:
          <code className="address">{origin}/auth/google/callback</code>
          <code className="address">{origin}/preferences/calendar/callback</code>
        </li>
        <li>
          Set <code>GOOGLE_CLIENT_ID</code> and <code>GOOGLE_CLIENT_SECRET</code> to its client ID
          and secret, then restart Mila.
        </li>
      </ol>
      {!isAcceptedByGoogle && (
        <p className="notice">
          Google requires an address that starts with https. Set <code>APP_URL</code> to one first.
        </p>
      )}
    </div>
  );
}

function Console({ path, children }: { path: string; children: string }) {
  return (
    <a className="inline-link" href={consoleAddress + path} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}
