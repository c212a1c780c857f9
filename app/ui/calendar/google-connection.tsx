import { Form, Link, useNavigation } from "@remix-run/react";
import { ConfirmedButton } from "../shell/confirmed-button.tsx";
import { SubmitButton } from "../kit/submit-button.tsx";
import { ConnectDialog } from "./connect-dialog.tsx";
import { GoogleInWeekForm, type GoogleInWeekProps } from "./google-in-week-form.tsx";

interface Calendar {
  id: string;
  name: string;
  isPrimary: boolean;
}

export interface GoogleConnectionProps {
  email: string;
  problem: "grant_gone" | "calendar_gone" | null;
  /** Null means the account's main calendar. */
  calendarName: string | null;
  calendarId: string;
  /** Null before the first save. */
  lastSaved: string | null;
  /** Null while not choosing, or when Google did not respond. */
  calendars: Calendar[] | null;
  hasFailed: boolean;
  inWeek: GoogleInWeekProps;
}

export function GoogleConnection(connection: GoogleConnectionProps) {
  const { email, problem, calendarName, lastSaved, calendars, inWeek } = connection;
  return (
    <div className="card-panel stack">
      {problem === "grant_gone" && (
        <>
          <p className="alert-note">
            <span className="font-bold">Mila can no longer access your Google Calendar.</span> Your
            tasks will be added once you reconnect. The family&apos;s week doesn&apos;t show it any
            more.
          </p>
          <ConnectDialog isReconnect />
        </>
      )}
      {problem === "calendar_gone" && (
        <p className="alert-note">
          <span className="font-bold">
            The calendar “{calendarName ?? email}” no longer exists.
          </span>{" "}
          Your tasks will be added once you choose another.
        </p>
      )}
      <dl className="facts">
        <dt>Connected account</dt>
        <dd dir="auto">{email}</dd>
        <dt>New events go to</dt>
        <dd dir="auto">{calendarName ?? "Your main calendar"}</dd>
        <dt>Last saved</dt>
        <dd>{lastSaved ?? "Nothing saved yet"}</dd>
      </dl>
      {calendars && <CalendarChoice calendars={calendars} calendarId={connection.calendarId} />}
      {!calendars && problem !== "grant_gone" && <ChooseLink hasFailed={connection.hasFailed} />}
      {problem !== "grant_gone" && <GoogleInWeekForm {...inWeek} />}
      <ConfirmedButton
        label="Disconnect"
        question="Mila will lose access and stop adding events. Events already in your calendar will stay. The family's week won't show it any more."
        action="/preferences/calendar/disconnect"
        confirmLabel="Disconnect"
      />
    </div>
  );
}

function ChooseLink({ hasFailed }: { hasFailed: boolean }) {
  return (
    <p>
      {hasFailed && "I can't load your calendars right now. "}
      <Link className="row-button" to="?choose=yes" preventScrollReset>
        {hasFailed ? "Try again" : "Choose another calendar"}
      </Link>
    </p>
  );
}

function CalendarChoice({ calendars, calendarId }: { calendars: Calendar[]; calendarId: string }) {
  const action = "/preferences/calendar/choose";
  const isBusy = useNavigation().formAction === action;
  const chosen = calendars.find(({ id, isPrimary }) =>
    calendarId === "primary" ? isPrimary : id === calendarId,
  );
  return (
    <Form method="post" action={action} className="stack" preventScrollReset>
      <div className="field">
        <label htmlFor="calendar">Which calendar?</label>
        <select id="calendar" name="calendarId" className="control" defaultValue={chosen?.id}>
          {calendars.map(({ id, name, isPrimary }) => (
            <option key={id} value={id}>
              {isPrimary ? `${name} (main)` : name}
            </option>
          ))}
        </select>
        <p className="hint">Events already in another calendar will stay there.</p>
      </div>
      <div className="button-row">
        <Link className="button-secondary" to="?" preventScrollReset>
          Cancel
        </Link>
        <SubmitButton className="button-primary" isBusy={isBusy} busyText="Saving...">
          Save
        </SubmitButton>
      </div>
    </Form>
  );
}
