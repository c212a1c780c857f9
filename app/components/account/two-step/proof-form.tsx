import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { Form, Link, useNavigation } from "@remix-run/react";
import { proofInput } from "#app/domain/accounts/factors/input.ts";
import { TextField } from "../../ui/field.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { useZodForm } from "../../ui/use-zod-form.ts";

interface ProofFormProps {
  /** Users without a password can only type a code. */
  hasPassword: boolean;
  button: string;
  buttonClass: "button-primary" | "button-danger";
  lastResult?: SubmissionResult<string[]>;
}

export function ProofForm({ hasPassword, button, buttonClass, lastResult }: ProofFormProps) {
  const isBusy = useNavigation().state !== "idle";
  const [form, { proof }] = useZodForm({ id: "proof", schema: proofInput, lastResult });
  return (
    <Form method="post" {...getFormProps(form)} className="card-panel stack">
      <TextField
        field={proof}
        label={hasPassword ? "Your password or a code" : "A code"}
        hint="A code from your app, or a recovery code"
        type="password"
        autoComplete={hasPassword ? "current-password" : "one-time-code"}
        required
      />
      <div className="button-row">
        <Link className="button-secondary" to="/preferences/account">
          Cancel
        </Link>
        <SubmitButton className={buttonClass} isBusy={isBusy} busyText="Saving...">
          {button}
        </SubmitButton>
      </div>
    </Form>
  );
}
