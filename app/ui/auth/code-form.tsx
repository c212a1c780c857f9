import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import { secondStep } from "#app/domain/accounts/factors/input.ts";
import { TextField } from "../kit/field.tsx";
import { SubmitButton } from "../kit/submit-button.tsx";
import { useZodForm } from "../kit/use-zod-form.ts";

interface CodeFormProps {
  /** These have letters too. */
  isRecovery: boolean;
  button: string;
  lastResult?: SubmissionResult<string[]>;
}

export function CodeForm({ isRecovery, button, lastResult }: CodeFormProps) {
  const isBusy = useNavigation().state === "submitting";
  const [form, { code }] = useZodForm({ id: "code", schema: secondStep, lastResult });
  return (
    <Form method="post" {...getFormProps(form)} className="stack">
      {isRecovery ? (
        <TextField
          field={code}
          label="Recovery code"
          hint="Such as abcd-2345-efgh"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
      ) : (
        <TextField
          field={code}
          label="Code"
          hint="Six digits"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
        />
      )}
      <SubmitButton className="button-primary w-full" isBusy={isBusy} busyText="Loading...">
        {button}
      </SubmitButton>
    </Form>
  );
}
