import { Form, useSubmit } from "@remix-run/react";
import { Toggle } from "../toggle.tsx";

const switches = [
  {
    name: "googleCalendarEnabled",
    label: "Google Calendar enabled",
    hint: "Off, nothing goes there, and “Add to calendar” opens Google's own page",
  },
  {
    name: "autoSaveToCalendar",
    label: "Auto save to calendar",
    hint: "Your new tasks with a date, and those that you said you would do, go there by themselves",
  },
] as const;

interface CalendarSwitchesProps {
  saved: { [Name in (typeof switches)[number]["name"]]: boolean };
  isConnected: boolean;
}

/** What goes to Google Calendar: saved as it is switched; without JavaScript by the button. */
export function CalendarSwitches({ saved, isConnected }: CalendarSwitchesProps) {
  const submit = useSubmit();
  return (
    <Form method="post" className="card-panel stack" preventScrollReset>
      {switches.map(({ name, ...words }) => (
        <Toggle
          // Another value from the server, as after an error, takes the place of what was switched.
          key={`${name} ${saved[name]}`}
          {...words}
          id={name}
          name={name}
          defaultChecked={saved[name]}
          onChange={(event) => submit(event.currentTarget.form, { preventScrollReset: true })}
        />
      ))}
      {!isConnected && <p className="hint">Both wait until a Google Calendar is connected.</p>}
      <noscript>
        <div className="button-row">
          <button type="submit" className="button-primary">
            Save
          </button>
        </div>
      </noscript>
    </Form>
  );
}
