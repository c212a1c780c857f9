import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { Form, Link, useNavigation } from "@remix-run/react";
import { accountDeletion, addressDeletion } from "#app/domain/accounts/profile/account-input.ts";
import { TextField } from "../ui/field.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import { useZodForm } from "../ui/use-zod-form.ts";

interface DeleteAccountFormProps {
  /** Users without a password type their email address instead. */
  hasPassword: boolean;
  lastResult?: SubmissionResult<string[]>;
}

export function DeleteAccountForm({ hasPassword, lastResult }: DeleteAccountFormProps) {
  const isBusy = useNavigation().state !== "idle";
  const schema = hasPassword ? accountDeletion : addressDeletion;
  const [form, fields] = useZodForm({ id: "delete-account", schema, lastResult });
  const { password, email } = fields;
  return (
    <Form method="post" {...getFormProps(form)} className="card-panel stack">
      {hasPassword ? (
        <PasswordField field={password} label="Your password" kind="current" />
      ) : (
        <TextField field={email} label="Type your email address to confirm" type="email" autoComplete="off" required />
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
