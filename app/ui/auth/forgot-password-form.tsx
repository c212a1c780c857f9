import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import { forgottenPassword } from "#app/domain/accounts/input.ts";
import { TextField } from "../kit/field.tsx";
import { SubmitButton } from "../kit/submit-button.tsx";
import { useZodForm } from "../kit/use-zod-form.ts";

export function ForgotPasswordForm({ lastResult }: { lastResult?: SubmissionResult<string[]> }) {
  const isBusy = useNavigation().state === "submitting";
  const [form, { email }] = useZodForm({ id: "forgot", schema: forgottenPassword, lastResult });
  return (
    <Form method="post" {...getFormProps(form)} className="stack">
      <TextField
        field={email}
        label="Email"
        type="email"
        autoComplete="email"
        inputMode="email"
        required
      />
      <SubmitButton className="button-primary w-full" isBusy={isBusy} busyText="Loading...">
        Get a link
      </SubmitButton>
    </Form>
  );
}
