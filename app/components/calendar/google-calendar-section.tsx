import { GoogleSetUp } from "./google-set-up.tsx";

interface GoogleCalendarSectionProps {
  isSetUp: boolean;
  /** Of this Mila, as Google would send people back to it. */
  origin: string;
}

/** Tasks in somebody's Google Calendar; where this Mila cannot ask Google, what would let it. */
export function GoogleCalendarSection({ isSetUp, origin }: GoogleCalendarSectionProps) {
  return (
    <section aria-labelledby="google-heading" className="panel-section">
      <h2 id="google-heading">Google Calendar</h2>
      <p className="hint">
        “Add to calendar” on a task opens Google Calendar with the task filled in: you only press Save there.
      </p>
      {!isSetUp && <GoogleSetUp origin={origin} />}
    </section>
  );
}
