import { Form, Link } from "@remix-run/react";
import { SignOutForm } from "../layout/sign-out-form.tsx";
import { SubmitButton } from "../ui/submit-button.tsx";

interface ConfirmElsewhereProps {
  /** False for a new address of an account, which only the account itself can confirm. */
  canTakeOver: boolean;
  /** To another account. */
  isSignedIn: boolean;
  signInPath: string;
  isBusy: boolean;
}

/** For a link opened in a browser that isn't signed in to its account. */
export function ConfirmElsewhere({ canTakeOver, isSignedIn, signInPath, isBusy }: ConfirmElsewhereProps) {
  return (
    <>
      {isSignedIn ? (
        <>
          <p>You&apos;re signed in to another account. Sign out, then open the link in your email again.</p>
          <SignOutForm className="button-primary w-full">Sign out</SignOutForm>
        </>
      ) : (
        <>
          <p>Log in to confirm it.</p>
          <Link className="button-primary" to={signInPath}>
            Log in
          </Link>
        </>
      )}
      {canTakeOver && (
        <Form method="post" className="stack">
          <p>
            Didn&apos;t sign up yourself? Then someone else used your address. I can make the account yours alone: that
            signs them out and ends everything they shared.
          </p>
          <SubmitButton className="button-secondary w-full" isBusy={isBusy} busyText="Loading...">
            Make it mine
          </SubmitButton>
        </Form>
      )}
    </>
  );
}
