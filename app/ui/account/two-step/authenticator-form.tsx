import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import { authenticatorInput } from "#app/domain/accounts/factors/input.ts";
import { TextField } from "#app/ui/kit/field.tsx";
import { SubmitButton } from "#app/ui/kit/submit-button.tsx";
import { useZodForm } from "#app/ui/kit/use-zod-form.ts";

interface AuthenticatorFormProps {
  sealed: string;
  lastResult?: SubmissionResult<string[]>;
}

export function AuthenticatorForm({ sealed, lastResult }: AuthenticatorFormProps) {
  const isBusy = useNavigation().state !== "idle";
  const [form, { code }] = useZodForm({
    id: "authenticator",
    schema: authenticatorInput,
    lastResult,
  });
  return (
    <Form method="post" {...getFormProps(form)} className="stack">
      <input type="hidden" name="setup" value={sealed} />
      <TextField
        field={code}
        label="The code it shows"
        hint="Six digits"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
      />
      <div className="button-row">
        <SubmitButton className="button-primary" isBusy={isBusy} busyText="Saving...">
          Turn on
        </SubmitButton>
      </div>
    </Form>
  );
}
