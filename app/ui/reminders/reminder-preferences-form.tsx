import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { type ReminderPreferences, reminderPreferences } from "#app/domain/reminders/input.ts";
import { TextField } from "../kit/field.tsx";
import { SaveRow } from "../kit/submit-button.tsx";
import { Toggle } from "../kit/toggle.tsx";
import { useZodForm } from "../kit/use-zod-form.ts";

type Switch = Exclude<keyof ReminderPreferences, "dailySummaryTime">;

const switches: Record<Switch, { label: string; hint: string }> = {
  reminderTwoDaysBefore: {
    label: "Two days before",
    hint: "At the same time of day, two days earlier",
  },
  reminderOneHourBefore: {
    label: "One hour before",
    hint: "A nudge when it's almost time",
  },
  dailySummaryEnabled: {
    label: "Daily summary",
    hint: "What's overdue, due today and coming up",
  },
  schoolMailEnabled: {
    label: "School mail",
    hint: "At 6 PM, if mails came that wait for you",
  },
};

const switchNames = Object.keys(switches) as Switch[];

interface ReminderPreferencesFormProps {
  saved: Required<ReminderPreferences>;
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
      {switchNames.map((name) => (
        <Toggle
          key={name}
          {...switches[name]}
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
