import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import { emailChange } from "#app/domain/accounts/profile/account-input.ts";
import { TextField } from "../kit/field.tsx";
import { PasswordField } from "../kit/password-field.tsx";
import { SubmitButton } from "../kit/submit-button.tsx";
import { useZodForm } from "../kit/use-zod-form.ts";

interface EmailFormProps {
  email: string;
  hint: string;
  lastResult?: SubmissionResult<string[]>;
}

export function EmailForm({ email: typed, hint, lastResult }: EmailFormProps) {
  const isBusy = useNavigation().state !== "idle";
  const [form, { email, password }] = useZodForm({
    id: "email",
    schema: emailChange,
    defaultValue: { email: typed, password: "" },
    lastResult,
  });
  return (
    <Form method="post" {...getFormProps(form)} className="card-panel stack">
      <TextField
        field={email}
        label="New email address"
        hint={hint}
        type="email"
        autoComplete="email"
        required
      />
      <PasswordField field={password} label="Your password" kind="current" />
      <div className="button-row">
        <SubmitButton className="button-primary" isBusy={isBusy} busyText="Saving...">
          Change email address
        </SubmitButton>
      </div>
    </Form>
  );
}
