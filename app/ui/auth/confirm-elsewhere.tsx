import { Form, Link } from "@remix-run/react";
import { SignOutForm } from "../shell/sign-out-form.tsx";
import { SubmitButton } from "../kit/submit-button.tsx";

interface ConfirmElsewhereProps {
  /** False for a new address of an account, which only the account itself can confirm. */
  canTakeOver: boolean;
  /** To another account. */
  isSignedIn: boolean;
  signInPath: string;
  isBusy: boolean;
}

/** For a link opened in a browser that isn't signed in to its account. */
export function ConfirmElsewhere({
  canTakeOver,
  isSignedIn,
  signInPath,
  isBusy,
}: ConfirmElsewhereProps) {
  return (
    <>
      {isSignedIn ? (
        <>
          <p>
            You&apos;re signed in to another account. Sign out, then open the link in your email
            again.
          </p>
          <SignOutForm className="button-primary w-full">Sign out</SignOutForm>
        </>
      ) : (
        <>
          <p>
            {canTakeOver
              ? "Did you sign up on another device? Log in here to confirm it. Everything stays as it is."
              : "Log in to confirm it."}
          </p>
          <Link className="button-primary" to={signInPath}>
            Log in
          </Link>
        </>
      )}
      {canTakeOver && (
        <Form method="post" className="stack">
          <p>
            Never signed up? Then someone else used your address. I can make the account yours
            alone: that signs them out, removes their password and ends everything they shared. If
            you don&apos;t want it, just close this page.
          </p>
          <SubmitButton className="button-secondary w-full" isBusy={isBusy} busyText="Loading...">
            Make it mine
          </SubmitButton>
        </Form>
      )}
    </>
  );
}
