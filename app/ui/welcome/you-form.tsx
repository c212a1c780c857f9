import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import { maxNameLength, nameAndRole } from "#app/domain/accounts/profile/input.ts";
import { RoleField } from "../account/role-field.tsx";
import { TextField } from "../kit/field.tsx";
import { SubmitButton } from "../kit/submit-button.tsx";
import { useZodForm } from "../kit/use-zod-form.ts";

interface YouFormProps {
  you: Record<"firstName" | "lastName" | "role", string>;
  lastResult?: SubmissionResult<string[]>;
}

export function YouForm({ you, lastResult }: YouFormProps) {
  const isBusy = useNavigation().state !== "idle";
  const [form, fields] = useZodForm({
    id: "you",
    schema: nameAndRole,
    defaultValue: you,
    lastResult,
  });
  const nameProps = { type: "text", maxLength: maxNameLength, dir: "auto" } as const;
  return (
    <Form method="post" {...getFormProps(form)} className="card-panel stack">
      <TextField
        field={fields.firstName}
        label="First Name"
        {...nameProps}
        autoComplete="given-name"
      />
      <TextField
        field={fields.lastName}
        label="Last Name"
        {...nameProps}
        autoComplete="family-name"
      />
      <RoleField field={fields.role} />
      <div className="button-row">
        <SubmitButton className="button-primary" isBusy={isBusy} busyText="Saving...">
          Next
        </SubmitButton>
      </div>
    </Form>
  );
}
