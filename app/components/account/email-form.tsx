import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import { emailChange } from "#app/domain/accounts/profile/account-input.ts";
import { TextField } from "../ui/field.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import { SubmitButton } from "../ui/submit-button.tsx";
import { useZodForm } from "../ui/use-zod-form.ts";

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
