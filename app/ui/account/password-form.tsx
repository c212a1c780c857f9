import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import { passwordChange } from "#app/domain/accounts/profile/account-input.ts";
import { PasswordField } from "../kit/password-field.tsx";
import { SubmitButton } from "../kit/submit-button.tsx";
import { useZodForm } from "../kit/use-zod-form.ts";

export function PasswordForm({ lastResult }: { lastResult?: SubmissionResult<string[]> }) {
  const isBusy = useNavigation().state !== "idle";
  const [form, { currentPassword, newPassword }] = useZodForm({
    id: "password",
    schema: passwordChange,
    lastResult,
  });
  return (
    <Form method="post" {...getFormProps(form)} className="card-panel stack">
      <PasswordField field={currentPassword} label="Current password" kind="current" />
      <PasswordField field={newPassword} label="New password" kind="new" />
      <div className="button-row">
        <SubmitButton className="button-primary" isBusy={isBusy} busyText="Saving...">
          Change password
        </SubmitButton>
      </div>
    </Form>
  );
}
