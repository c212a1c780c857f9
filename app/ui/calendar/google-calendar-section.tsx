import { Form, useNavigation, useSubmit } from "@remix-run/react";
import { SaveWithoutScript } from "#app/ui/kit/save-without-script.tsx";
import { Toggle } from "#app/ui/kit/toggle.tsx";
import { useOwnsMila } from "#app/ui/preferences/use-owns-mila.ts";
import { ConnectDialog } from "./connect-dialog.tsx";
import { GoogleConnection, type GoogleConnectionProps } from "./google-connection.tsx";

const switches = [
  {
    name: "googleCalendarEnabled",
    label: "Google Calendar enabled",
    hint: "When off, nothing is saved there and “Add to calendar” opens Google Calendar",
  },
  {
    name: "autoSaveToCalendar",
    label: "Auto save to calendar",
    hint: "New tasks with a date, and tasks you agreed to do, are added for you",
  },
] as const;

interface GoogleCalendarSectionProps {
  isSetUp: boolean;
  origin: string;
  connection: GoogleConnectionProps | null;
  saved: { autoSaveToCalendar: boolean; googleCalendarEnabled: boolean };
}

export function GoogleCalendarSection({
  isSetUp,
  origin,
  connection,
  saved,
}: GoogleCalendarSectionProps) {
  return (
    <section aria-labelledby="google-heading" className="panel-section">
      <h2 id="google-heading">Google Calendar</h2>
      <p className="hint">{connection && saved.googleCalendarEnabled ? savesHint : opensHint}</p>
      {!isSetUp && <GoogleSetUp origin={origin} />}
      {isSetUp && !connection && (
        <div className="card-panel stack">
          <p>Connect it, and Mila adds your tasks and updates them when they change.</p>
          <ConnectDialog />
        </div>
      )}
      {isSetUp && connection && <GoogleConnection {...connection} />}
      <CalendarSwitches saved={saved} isConnected={connection !== null} />
    </section>
  );
}

const opensHint =
  "“Add to calendar” opens Google Calendar with the task filled in. Just press Save there.";
const savesHint =
  "“Add to calendar” saves the task as a one-hour event, with your reminders and a link back to it.";

const action = "/preferences/calendar";

interface CalendarSwitchesProps {
  saved: { [Name in (typeof switches)[number]["name"]]: boolean };
  isConnected: boolean;
}

/** Flips a switch back that could not be saved. */
function CalendarSwitches({ saved, isConnected }: CalendarSwitchesProps) {
  const submit = useSubmit();
  const { formAction, formData } = useNavigation();
  const saving = formAction === action ? formData : undefined;
  return (
    <Form method="post" action={action} className="card-panel stack" preventScrollReset>
      {switches.map(({ name, ...words }) => (
        <Toggle
          key={name}
          {...words}
          id={name}
          name={name}
          checked={saving ? saving.has(name) : saved[name]}
          onChange={(event) =>
            submit(event.currentTarget.form, { preventScrollReset: true, flushSync: true })
          }
        />
      ))}
      {!isConnected && <p className="hint">These work once you connect Google Calendar.</p>}
      <SaveWithoutScript />
    </Form>
  );
}

function GoogleSetUp({ origin }: { origin: string }) {
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

const consoleAddress = "https://console.cloud.google.com";

function Console({ path, children }: { path: string; children: string }) {
  return (
    <a className="inline-link" href={consoleAddress + path} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}
