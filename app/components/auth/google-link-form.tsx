import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import { googleLink } from "#app/domain/accounts/profile/account-input.ts";
import { PasswordField } from "../ui/password-field.tsx";
import { SubmitButton } from "../ui/submit-button.tsx";
import { useZodForm } from "../ui/use-zod-form.ts";

export function GoogleLinkForm({ lastResult }: { lastResult?: SubmissionResult<string[]> }) {
  const isBusy = useNavigation().state === "submitting";
  const [form, { password }] = useZodForm({ id: "google-link", schema: googleLink, lastResult });
  return (
    <Form method="post" action="/auth/google/link" {...getFormProps(form)} className="stack">
      <PasswordField field={password} label="Password" kind="current" />
      <SubmitButton className="button-primary w-full" isBusy={isBusy} busyText="Loading...">
        Link and log in
      </SubmitButton>
    </Form>
  );
}
