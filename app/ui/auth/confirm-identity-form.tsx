import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import { identityConfirmation } from "#app/domain/accounts/profile/account-input.ts";
import { PasswordField } from "../kit/password-field.tsx";
import { usePreloadedActions } from "#app/ui/saving/preloaded-actions.ts";
import { confirmActions } from "./auth-actions.ts";
import { ProviderForm } from "./provider-form.tsx";
import { SubmitButton } from "../kit/submit-button.tsx";
import { useZodForm } from "../kit/use-zod-form.ts";

interface ConfirmIdentityFormProps {
  redirectTo: string;
  lastResult?: SubmissionResult<string[]>;
}

export function ConfirmIdentityForm({ redirectTo, lastResult }: ConfirmIdentityFormProps) {
  const isBusy = useNavigation().state !== "idle";
  const [form, { password }] = useZodForm({
    id: "confirm-identity",
    schema: identityConfirmation,
    lastResult,
  });
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

interface ConfirmWithProps {
  provider: string;
  action: "/auth/confirm/google" | "/auth/confirm/oidc";
  /** Of the account there. */
  email: string;
  redirectTo: string;
}

export function ConfirmWith({ provider, action, email, redirectTo }: ConfirmWithProps) {
  usePreloadedActions(confirmActions);
  return (
    <div className="stack">
      <p>
        Confirm with your {provider} account <b dir="auto">{email}</b>.
      </p>
      <ProviderForm provider={provider} action={action} fields={{ redirectTo }} />
    </div>
  );
}
