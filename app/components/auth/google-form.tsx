import { Form } from "@remix-run/react";
import { SubmitButton } from "../ui/submit-button.tsx";

interface GoogleFormProps {
  fields: { redirectTo: string; timeZone: string };
  isSetUp: boolean;
  isBusy: boolean;
}

/** Specification, section 2: the button is always there. */
export function GoogleForm({ fields, isSetUp, isBusy }: GoogleFormProps) {
  return (
    <Form method="post" action="/auth/google" className={isSetUp ? undefined : "not-set-up"}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <SubmitButton className="button-secondary w-full" isBusy={isBusy} busyText="Loading...">
        Continue with Google
      </SubmitButton>
      {!isSetUp && <p className="hint text-center">not set up here</p>}
    </Form>
  );
}
