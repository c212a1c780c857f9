import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import { identityConfirmation } from "#app/domain/accounts/profile/account-input.ts";
import { PasswordField } from "../ui/password-field.tsx";
import { SubmitButton } from "../ui/submit-button.tsx";
import { useZodForm } from "../ui/use-zod-form.ts";

interface ConfirmIdentityFormProps {
  redirectTo: string;
  lastResult?: SubmissionResult<string[]>;
}

export function ConfirmIdentityForm({ redirectTo, lastResult }: ConfirmIdentityFormProps) {
  const isBusy = useNavigation().state !== "idle";
  const [form, { password }] = useZodForm({ id: "confirm-identity", schema: identityConfirmation, lastResult });
  return (
    <Form
      method="post"
      action={`/auth/confirm?${new URLSearchParams({ redirectTo })}`}
      {...getFormProps(form)}
      className="stack"
    >
      <PasswordField field={password} label="Your password" kind="current" />
      <SubmitButton className="button-primary w-full" isBusy={isBusy} busyText="Loading...">
        Confirm
      </SubmitButton>
    </Form>
  );
}

export function ConfirmWithGoogle({ email, redirectTo }: { email: string; redirectTo: string }) {
  const isBusy = useNavigation().state !== "idle";
  return (
    <Form method="post" action="/auth/confirm/google" className="stack">
      <p>
        Confirm with your Google account <b dir="auto">{email}</b>.
      </p>
      <input type="hidden" name="redirectTo" value={redirectTo} />
      <SubmitButton className="button-secondary w-full" isBusy={isBusy} busyText="Loading...">
        Continue with Google
      </SubmitButton>
    </Form>
  );
}
