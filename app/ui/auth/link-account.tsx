import type { SubmissionResult } from "@conform-to/react";
import { Link } from "@remix-run/react";
import type { ComponentProps } from "react";
import { AccountPage } from "../shell/account-page.tsx";
import { Toasts } from "../live/toast.tsx";
import { LinkForm } from "./link-form.tsx";

interface LinkAccountProps {
  email: string;
  provider: string;
  action: ComponentProps<typeof LinkForm>["action"];
  toast: ComponentProps<typeof Toasts>["toast"];
  lastResult?: SubmissionResult<string[]>;
}

export function LinkAccount({ email, provider, action, toast, lastResult }: LinkAccountProps) {
  return (
    <AccountPage heading="You already have an account">
      <Toasts toast={toast} />
      <p>
        Someone signed up with <b dir="auto">{email}</b> and a password. If that was you, enter your
        password once. After that, you can sign in with {provider} too.
      </p>
      <LinkForm action={action} lastResult={lastResult} />
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
