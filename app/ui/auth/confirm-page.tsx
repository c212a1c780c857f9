import type { ReactNode } from "react";
import { AccountPage } from "../shell/account-page.tsx";
import { SignOutForm } from "../shell/sign-out-form.tsx";
import { type Toast, Toasts } from "../live/toast.tsx";

/** Has no menu, and therefore a sign-out button of its own. */
export function ConfirmPage({ failure, children }: { failure?: Toast; children: ReactNode }) {
  return (
    <AccountPage heading="Confirm it's you">
      <Toasts toast={failure} />
      {children}
      <div className="auth-links">
        <SignOutForm className="text-link">Sign out</SignOutForm>
      </div>
    </AccountPage>
  );
}
