import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import { childrenInput } from "#app/domain/people/family/input.ts";
import { TextField } from "../kit/field.tsx";
import { SubmitButton } from "../kit/submit-button.tsx";
import { useZodForm } from "../kit/use-zod-form.ts";

export function ChildrenForm({
  names,
  lastResult,
}: {
  names: string;
  lastResult?: SubmissionResult<string[]>;
}) {
  const isBusy = useNavigation().state !== "idle";
  const [form, fields] = useZodForm({
    id: "children",
    schema: childrenInput,
    defaultValue: { names },
    lastResult,
  });
  return (
    <Form method="post" {...getFormProps(form)} className="card-panel stack">
      <TextField
        field={fields.names}
        label="First names"
        hint="With commas between them: Emma, Leo"
        autoComplete="off"
        maxLength={1000}
        dir="auto"
        required
      />
      <div className="button-row">
        <SubmitButton className="button-primary" isBusy={isBusy} busyText="Saving...">
          Next
        </SubmitButton>
      </div>
    </Form>
  );
}
