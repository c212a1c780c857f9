import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form, useNavigation } from "@remix-run/react";
import { passwordChange } from "#app/domain/accounts/account-input.ts";
import { PasswordField } from "../password-field.tsx";
import { SubmitButton } from "../submit-button.tsx";

export function PasswordForm({ lastResult }: { lastResult?: SubmissionResult<string[]> }) {
  const isBusy = useNavigation().state !== "idle";
  const [form, { currentPassword, newPassword }] = useForm({
    id: "password",
    lastResult,
    defaultNoValidate: false,
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseWithZod(formData, { schema: passwordChange }),
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
