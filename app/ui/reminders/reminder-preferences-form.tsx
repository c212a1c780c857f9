import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { reminderPreferences } from "#app/domain/reminders/input.ts";
import { TextField } from "../kit/field.tsx";
import { SaveRow } from "../kit/submit-button.tsx";
import { Toggle } from "../kit/toggle.tsx";
import { useZodForm } from "../kit/use-zod-form.ts";

const toggles = [
  {
    name: "reminderTwoDaysBefore",
    label: "Two days before",
    hint: "At the same time of day, two days earlier",
  },
  {
    name: "reminderOneHourBefore",
    label: "One hour before",
    hint: "A nudge when it's almost time",
  },
  {
    name: "dailySummaryEnabled",
    label: "Daily summary",
    hint: "What's overdue, due today and coming up",
  },
] as const;

interface ReminderPreferencesFormProps {
  saved: { [Name in (typeof toggles)[number]["name"]]: boolean } & { dailySummaryTime: string };
  timeZone: string;
  lastResult?: SubmissionResult<string[]>;
}

export function ReminderPreferencesForm({
  saved,
  timeZone,
  lastResult,
}: ReminderPreferencesFormProps) {
  const [form, fields] = useZodForm({
    id: "reminder-preferences",
    schema: reminderPreferences,
    defaultValue: saved,
    lastResult,
  });
  const time = fields.dailySummaryTime;
  const hint = `In your time zone, ${timeZone}`;
  return (
    <Form method="post" {...getFormProps(form)} className="card-panel stack">
      <h2 className="section-title">Remind me when tasks are due</h2>
      {toggles.map(({ name, ...words }) => (
        <Toggle
          key={name}
          {...words}
          id={fields[name].id}
          name={name}
          defaultChecked={fields[name].initialValue === "on"}
        />
      ))}
      <TextField field={time} label="Time of the daily summary" hint={hint} type="time" required />
      <SaveRow>Save Changes</SaveRow>
    </Form>
  );
}
