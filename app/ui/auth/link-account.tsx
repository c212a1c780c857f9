import { type SubmissionResult, getFormProps } from "@conform-to/react";
import { Link, Form } from "@remix-run/react";
import type { ComponentProps } from "react";
import { googleLink } from "#app/domain/accounts/profile/account-input.ts";
import { PasswordField } from "#app/ui/kit/password-field.tsx";
import { SubmitButton } from "#app/ui/kit/submit-button.tsx";
import { useZodForm } from "#app/ui/kit/use-zod-form.ts";
import { failureToast, Toasts } from "../live/toast.tsx";
import { AccountPage } from "../shell/account-page.tsx";

interface LinkAccountProps {
  email: string;
  provider: string;
  action: ComponentProps<typeof LinkForm>["action"];
  answer: { submission: SubmissionResult<string[]> } | undefined;
}

export function LinkAccount({ email, provider, action, answer }: LinkAccountProps) {
  return (
    <AccountPage heading="You already have an account">
      <Toasts toast={failureToast(answer)} />
      <p>
        Someone signed up with <b dir="auto">{email}</b> and a password. If that was you, enter your
        password once. After that, you can sign in with {provider} too.
      </p>
      <LinkForm
        action={action}
        lastResult={answer && "submission" in answer ? answer.submission : undefined}
      />
      <p className="auth-links">
        <Link className="text-link" to="/auth/forgot">
          Forgot your password?
        </Link>
        <Link className="text-link" to="/auth">
          Back to log in
        </Link>
      </p>
    </AccountPage>
  );
}

interface LinkFormProps {
  action: "/auth/google/link" | "/auth/oidc/link";
  lastResult?: SubmissionResult<string[]>;
}

function LinkForm({ action, lastResult }: LinkFormProps) {
  const [form, { password }] = useZodForm({ id: "link", schema: googleLink, lastResult });
  return (
    <Form method="post" action={action} {...getFormProps(form)} className="stack">
      <PasswordField field={password} label="Password" kind="current" />
      <SubmitButton className="button-primary w-full" busyText="Loading...">
        Link and log in
      </SubmitButton>
    </Form>
  );
}
