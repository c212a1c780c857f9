import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { Form, useNavigation, useSubmit } from "@remix-run/react";
import { type FormEvent, useState } from "react";
import { canUsePasskeys } from "#app/client/can-use-passkeys.ts";
import { useInBrowser } from "#app/client/use-in-browser.ts";
import { maxPasskeyNameLength, newPasskey } from "#app/domain/accounts/factors/passkeys/input.ts";
import { TextField } from "../../ui/field.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { useZodForm } from "../../ui/use-zod-form.ts";

interface PasskeyFormProps {
  hasPassword: boolean;
  name: string;
  lastResult?: SubmissionResult<string[]>;
}

export function PasskeyForm({ hasPassword, name: suggested, lastResult }: PasskeyFormProps) {
  const isBusy = useNavigation().state !== "idle";
  const canUse = useInBrowser(canUsePasskeys, false);
  const [hasFailed, setHasFailed] = useState(false);
  const submit = useSubmit();
  const [form, { name, password }] = useZodForm({
    id: "passkey",
    schema: newPasskey,
    defaultValue: { name: suggested, password: "" },
    lastResult,
  });
  const { onSubmit, ...formProps } = getFormProps(form);
  const create = async (event: FormEvent<HTMLFormElement>) => {
    onSubmit(event);
    if (event.defaultPrevented) return;
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    setHasFailed(false);
    try {
      const { createPasskey } = await import("#app/client/passkeys.ts");
      fields.set("response", await createPasskey("/preferences/account/passkeys/options"));
      submit(fields, { method: "post" });
    } catch {
      setHasFailed(true);
    }
  };
  return (
    <Form method="post" {...formProps} onSubmit={(event) => void create(event)} className="card-panel stack">
      <noscript>
        <p className="hint">Passkeys need JavaScript, which is off in this browser.</p>
      </noscript>
      <TextField
        field={name}
        label="Name"
        hint="So that you recognize it in your list"
        maxLength={maxPasskeyNameLength}
        autoComplete="off"
        dir="auto"
        required
      />
      {hasPassword && <PasswordField field={password} label="Your password" kind="current" />}
      <p role="status" className="field-error">
        {hasFailed && "No passkey was created. You can try again."}
      </p>
      {canUse && (
        <div className="button-row">
          <SubmitButton className="button-primary" isBusy={isBusy} busyText="Saving...">
            Add a passkey
          </SubmitButton>
        </div>
      )}
    </Form>
  );
}
