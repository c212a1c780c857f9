const consoleAddress = "https://console.cloud.google.com";

/** How to give this Mila a Google OAuth client. */
export function GoogleSetUp({ origin }: { origin: string }) {
  const { protocol, hostname } = new URL(origin);
  const isAcceptedByGoogle = protocol === "https:" || /^(localhost|127\..+|\[::1\])$/.test(hostname);
  return (
    <div className="card-panel stack">
      <p>
        To save tasks there by itself, Mila has to be known to Google, and this one is not yet. Whoever runs it can do
        that in five steps:
      </p>
      <ol className="steps">
        <li>
          Create a project in the <Console path="/projectcreate">Google Cloud console</Console>.
        </li>
        <li>
          Enable the <Console path="/apis/library/calendar-json.googleapis.com">Google Calendar API</Console> in it.
        </li>
        <li>
          Fill in the <Console path="/auth/overview">OAuth consent screen</Console> and publish it: while it is in
          testing, Google ends each connection after 7 days.
        </li>
        <li>
          Create an <Console path="/auth/clients">OAuth client</Console> of the type “Web application” with these two
          redirect URIs:
          <code className="address">{origin}/auth/google/callback</code>
          <code className="address">{origin}/preferences/calendar/callback</code>
        </li>
        <li>
          Put its ID and its secret into the settings <code>GOOGLE_CLIENT_ID</code> and{" "}
          <code>GOOGLE_CLIENT_SECRET</code>, and start Mila again.
        </li>
      </ol>
      {!isAcceptedByGoogle && (
        <p className="notice">
          Google sends people back only to addresses that begin with https. Give this Mila one first, by its setting{" "}
          <code>APP_URL</code>.
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
