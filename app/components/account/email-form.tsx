import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form, useNavigation } from "@remix-run/react";
import { emailChange } from "#app/domain/accounts/account-input.ts";
import { Field, fieldProps } from "../field.tsx";
import { PasswordField } from "../password-field.tsx";
import { SubmitButton } from "../submit-button.tsx";

interface EmailFormProps {
  email: string;
  hint: string;
  lastResult?: SubmissionResult<string[]>;
}

export function EmailForm({ email: typed, hint, lastResult }: EmailFormProps) {
  const isBusy = useNavigation().state !== "idle";
  const [form, { email, password }] = useForm({
    id: "email",
    defaultValue: { email: typed },
    lastResult,
    defaultNoValidate: false,
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseWithZod(formData, { schema: emailChange }),
  });
  return (
    <Form method="post" {...getFormProps(form)} className="card-panel stack">
      <Field id={email.id} label="New email address" hint={hint} errors={email.errors}>
        <input
          {...fieldProps(email.id, { hint, errors: email.errors })}
          name={email.name}
          defaultValue={email.initialValue}
          type="email"
          autoComplete="email"
          required
        />
      </Field>
      <PasswordField field={password} label="Your password" kind="current" />
      <div className="button-row">
        <SubmitButton className="button-primary" isBusy={isBusy} busyText="Saving...">
          Change email address
        </SubmitButton>
      </div>
    </Form>
  );
}
