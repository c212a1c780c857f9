import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { maxCalendarName, shownCalendarInput } from "#app/domain/calendar/input.ts";
import { TextField } from "../kit/field.tsx";
import { SaveRow } from "../kit/submit-button.tsx";
import { useZodForm } from "../kit/use-zod-form.ts";

interface ShownCalendarFormProps {
  values: Record<"address" | "name", string>;
  lastResult?: SubmissionResult<string[]>;
}

export function ShownCalendarForm({ values, lastResult }: ShownCalendarFormProps) {
  const [form, { address, name }] = useZodForm({
    id: "calendar",
    schema: shownCalendarInput,
    defaultValue: values,
    lastResult,
  });
  return (
    <Form method="post" {...getFormProps(form)} className="card-panel stack">
      <TextField
        field={address}
        label="Address"
        hint="Look for “Subscribe”, “iCal” or “ICS” there. In Google Calendar it's the “Secret address in iCal format”. Everyone in your household sees the events; nobody sees the address again."
        placeholder="https://school.example/calendar.ics"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <TextField
        field={name}
        label="Name (optional)"
        placeholder="School"
        autoComplete="off"
        maxLength={maxCalendarName}
        dir="auto"
      />
      <SaveRow>Add</SaveRow>
    </Form>
  );
}
