import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { Form, Link, useNavigation } from "@remix-run/react";
import { accountDeletion, addressDeletion } from "#app/domain/accounts/profile/account-input.ts";
import { TextField } from "../kit/field.tsx";
import { PasswordField } from "../kit/password-field.tsx";
import { useZodForm } from "../kit/use-zod-form.ts";

interface DeleteAccountFormProps {
  /** Users without a password type their email address instead. */
  hasPassword: boolean;
  leavesNoOwner: boolean;
  lastResult?: SubmissionResult<string[]>;
}

export function DeleteAccountForm({
  hasPassword,
  leavesNoOwner,
  lastResult,
}: DeleteAccountFormProps) {
  const isBusy = useNavigation().state !== "idle";
  const schema = hasPassword ? accountDeletion : addressDeletion;
  const [form, fields] = useZodForm({ id: "delete-account", schema, lastResult });
  const { password, email, leaveNoOwner } = fields;
  return (
    <Form method="post" {...getFormProps(form)} className="card-panel stack">
      {hasPassword ? (
        <PasswordField field={password} label="Your password" kind="current" />
      ) : (
        <TextField
          field={email}
          label="Type your email address to confirm"
          type="email"
          autoComplete="off"
          required
        />
      )}
      {leavesNoOwner && (
        <div className="field">
          <label className="choice-row -mx-3 rounded-control">
            <input
              type="checkbox"
              id={leaveNoOwner.id}
              name={leaveNoOwner.name}
              aria-invalid={leaveNoOwner.errors ? true : undefined}
              aria-describedby={leaveNoOwner.errors && `${leaveNoOwner.id}-error`}
            />
            <span>Leave Mila without an owner. At its computer, npm run users can name one.</span>
          </label>
          {leaveNoOwner.errors && (
            <p id={`${leaveNoOwner.id}-error`} className="field-error">
              {leaveNoOwner.errors.join(" ")}
            </p>
          )}
        </div>
      )}
      <div className="button-row">
        <Link className="button-secondary" to="/preferences/account">
          Cancel
        </Link>
        <button
          type="submit"
          className="button-danger"
          disabled={isBusy}
          aria-busy={isBusy || undefined}
        >
          Delete my account
        </button>
      </div>
    </Form>
  );
}
