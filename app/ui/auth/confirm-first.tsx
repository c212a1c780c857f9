import { Form, useNavigation } from "@remix-run/react";
import { SubmitButton } from "../kit/submit-button.tsx";

interface ConfirmFirstProps {
  /** A plural noun, at the start of a sentence. */
  what: "Invitations" | "Requests" | "Welcome emails";
  redirectTo: string;
}

export function ConfirmFirst({ what, redirectTo }: ConfirmFirstProps) {
  const isBusy = useNavigation().formAction === "/auth/verify";
  return (
    <Form method="post" action="/auth/verify" className="notice stack">
      <input type="hidden" name="redirectTo" value={redirectTo} />
      <p>
        Please confirm your email address. {what} wait as drafts and go out once you open the link
        in my email.
      </p>
      <SubmitButton className="button-secondary" isBusy={isBusy} busyText="Sending...">
        Send me the link again
      </SubmitButton>
    </Form>
  );
}
