import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import { googleLink } from "#app/domain/accounts/profile/account-input.ts";
import { PasswordField } from "../kit/password-field.tsx";
import { SubmitButton } from "../kit/submit-button.tsx";
import { useZodForm } from "../kit/use-zod-form.ts";

interface LinkFormProps {
  action: "/auth/google/link" | "/auth/oidc/link";
  lastResult?: SubmissionResult<string[]>;
}

export function LinkForm({ action, lastResult }: LinkFormProps) {
  const isBusy = useNavigation().state === "submitting";
  const [form, { password }] = useZodForm({ id: "link", schema: googleLink, lastResult });
  return (
    <Form method="post" action={action} {...getFormProps(form)} className="stack">
      <PasswordField field={password} label="Password" kind="current" />
      <SubmitButton className="button-primary w-full" isBusy={isBusy} busyText="Loading...">
        Link and log in
      </SubmitButton>
    </Form>
  );
}
