import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form, Link, useNavigation } from "@remix-run/react";
import { accountDeletion } from "#app/domain/accounts/account-input.ts";
import { PasswordField } from "../password-field.tsx";

export function DeleteAccountForm({ lastResult }: { lastResult?: SubmissionResult<string[]> }) {
  const isBusy = useNavigation().state !== "idle";
  const [form, { password }] = useForm({
    id: "delete-account",
    lastResult,
    defaultNoValidate: false,
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseWithZod(formData, { schema: accountDeletion }),
  });
  return (
    <Form method="post" {...getFormProps(form)} className="card-panel stack">
      <PasswordField field={password} label="Your password" kind="current" />
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
