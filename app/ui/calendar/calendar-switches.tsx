import { Form, useNavigation, useSubmit } from "@remix-run/react";
import { SaveWithoutScript } from "../kit/save-without-script.tsx";
import { Toggle } from "../kit/toggle.tsx";

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

const action = "/preferences/calendar";

interface CalendarSwitchesProps {
  saved: { [Name in (typeof switches)[number]["name"]]: boolean };
  isConnected: boolean;
}

/** A switch that could not be saved flips back. */
export function CalendarSwitches({ saved, isConnected }: CalendarSwitchesProps) {
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
