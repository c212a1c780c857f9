import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import { newPassword } from "#app/domain/accounts/input.ts";
import { PasswordField } from "../kit/password-field.tsx";
import { SubmitButton } from "../kit/submit-button.tsx";
import { useZodForm } from "../kit/use-zod-form.ts";

/** Posts to the page's own URL, which contains the token. */
export function NewPasswordForm({ lastResult }: { lastResult?: SubmissionResult<string[]> }) {
  const isBusy = useNavigation().state === "submitting";
  const [form, { password }] = useZodForm({ id: "reset", schema: newPassword, lastResult });
  return (
    <Form method="post" {...getFormProps(form)} className="stack">
      <PasswordField field={password} label="New password" kind="new" />
      <SubmitButton className="button-primary w-full" isBusy={isBusy} busyText="Saving...">
        Save new password
      </SubmitButton>
    </Form>
  );
}
