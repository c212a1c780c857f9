import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { lastDate } from "#app/domain/core/limits.ts";
import { breakInput } from "#app/domain/series/input.ts";
import { TextField } from "../kit/field.tsx";
import { SaveRow } from "../kit/submit-button.tsx";
import { useZodForm } from "../kit/use-zod-form.ts";

interface BreakFormProps {
  values: Record<"name" | "startsOn" | "endsOn", string>;
  submitText: string;
  action?: string | undefined;
  cancelTo?: string;
  lastResult?: SubmissionResult<string[]>;
}

export function BreakForm({ values, submitText, action, cancelTo, lastResult }: BreakFormProps) {
  const [form, { name, startsOn, endsOn }] = useZodForm({
    id: "break",
    schema: breakInput,
    defaultValue: values,
    lastResult,
  });
  return (
    <Form method="post" action={action} {...getFormProps(form)} className="card-panel stack">
      <TextField
        field={name}
        label="Name"
        hint="Several breaks may have the same name."
        placeholder="School holidays"
        autoComplete="off"
        maxLength={60}
        dir="auto"
        required
      />
      <div className="field-row">
        <TextField field={startsOn} label="First day" type="date" max={lastDate} required />
        <TextField field={endsOn} label="Last day" type="date" max={lastDate} required />
      </div>
      <SaveRow cancelTo={cancelTo}>{submitText}</SaveRow>
    </Form>
  );
}
