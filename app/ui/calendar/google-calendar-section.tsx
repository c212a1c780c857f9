import { CalendarSwitches } from "./calendar-switches.tsx";
import { ConnectDialog } from "./connect-dialog.tsx";
import { GoogleConnection, type GoogleConnectionProps } from "./google-connection.tsx";
import { GoogleSetUp } from "./google-set-up.tsx";

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
