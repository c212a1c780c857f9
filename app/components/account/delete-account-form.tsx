import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form, Link, useNavigation } from "@remix-run/react";
import { accountDeletion, addressDeletion } from "#app/domain/accounts/account-input.ts";
import { Field, fieldProps } from "../field.tsx";
import { PasswordField } from "../password-field.tsx";

interface DeleteAccountFormProps {
  /** Who has none types their address instead. */
  hasPassword: boolean;
  lastResult?: SubmissionResult<string[]>;
}

export function DeleteAccountForm({ hasPassword, lastResult }: DeleteAccountFormProps) {
  const isBusy = useNavigation().state !== "idle";
  const schema = hasPassword ? accountDeletion : addressDeletion;
  const [form, fields] = useForm<{ password: string; email: string }, { password: string } | { email: string }>({
    id: "delete-account",
    lastResult,
    defaultNoValidate: false,
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseWithZod(formData, { schema }),
  });
  const { password, email } = fields;
  return (
    <Form method="post" {...getFormProps(form)} className="card-panel stack">
      {hasPassword ? (
        <PasswordField field={password} label="Your password" kind="current" />
      ) : (
        <Field id={email.id} label="Your email address, to confirm" errors={email.errors}>
          <input
            {...fieldProps(email.id, { errors: email.errors })}
            name={email.name}
            type="email"
            autoComplete="off"
            defaultValue={email.initialValue}
            required
          />
        </Field>
      )}
      <div className="button-row">
        <Link className="button-secondary" to="/preferences/account">
          Cancel
        </Link>
        <button type="submit" className="button-danger" disabled={isBusy} aria-busy={isBusy || undefined}>
          Delete my account
        </button>
      </div>
    </Form>
  );
}
