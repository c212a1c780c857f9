import { Link } from "@remix-run/react";
import { AccountPage } from "../shell/account-page.tsx";

export function FlowExpired({ provider }: { provider: string }) {
  return (
    <AccountPage heading="That didn't work">
      <p>
        You need to finish signing in with {provider} in this browser, within 10 minutes. Nothing
        was changed. Please try again.
      </p>
      <Link className="button-primary" to="/auth">
        Back to log in
      </Link>
    </AccountPage>
  );
}
