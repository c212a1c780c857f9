import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form, useNavigation } from "@remix-run/react";
import { googleLink } from "#app/domain/accounts/account-input.ts";
import { PasswordField } from "./password-field.tsx";
import { SubmitButton } from "./submit-button.tsx";

/** Asks for the password of the account that a Google account is to lead to. */
export function GoogleLinkForm({ lastResult }: { lastResult?: SubmissionResult<string[]> }) {
  const isBusy = useNavigation().state === "submitting";
  const [form, { password }] = useForm({
    id: "google-link",
    lastResult,
    defaultNoValidate: false,
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseWithZod(formData, { schema: googleLink }),
  });
  return (
    <Form method="post" action="/auth/google/link" {...getFormProps(form)} className="stack">
      <PasswordField field={password} label="Password" kind="current" />
      <SubmitButton className="button-primary w-full" isBusy={isBusy} busyText="Loading...">
        Link and log in
      </SubmitButton>
    </Form>
  );
}
