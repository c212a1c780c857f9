import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { Form, useSubmit } from "@remix-run/react";
import { type FormEvent, useState } from "react";
import { canUsePasskeys } from "#app/ui/auth/can-use-passkeys.ts";
import { useInBrowser } from "#app/ui/kit/use-in-browser.ts";
import { maxPasskeyNameLength, newPasskey } from "#app/domain/accounts/factors/passkeys/input.ts";
import { TextField } from "#app/ui/kit/field.tsx";
import { SubmitButton } from "#app/ui/kit/submit-button.tsx";
import { useZodForm } from "#app/ui/kit/use-zod-form.ts";

interface PasskeyFormProps {
  name: string;
  lastResult?: SubmissionResult<string[]>;
}

export function PasskeyForm({ name: suggested, lastResult }: PasskeyFormProps) {
  const canUse = useInBrowser(canUsePasskeys, null);
  const [hasFailed, setHasFailed] = useState(false);
  const submit = useSubmit();
  const [form, { name }] = useZodForm({
    id: "passkey",
    schema: newPasskey,
    defaultValue: { name: suggested },
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
      const { createPasskey } = await import("#app/ui/auth/passkeys.ts");
      fields.set("response", await createPasskey("/preferences/account/passkeys/options"));
      submit(fields, { method: "post" });
    } catch {
      setHasFailed(true);
    }
  };
  if (canUse === false) {
    return (
      <p className="notice">
        This browser knows no passkeys. Add one in a newer browser, or on another device.
      </p>
    );
  }
  return (
    <Form
      method="post"
      {...formProps}
      onSubmit={(event) => void create(event)}
      className="card-panel stack"
    >
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
      <p role="status" className="field-error">
        {hasFailed && "No passkey was created. You can try again."}
      </p>
      <div className="button-row">
        <SubmitButton className="button-primary" busyText="Saving..." isReady={canUse === true}>
          Add a passkey
        </SubmitButton>
      </div>
    </Form>
  );
}
