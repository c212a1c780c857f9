import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form, useNavigation } from "@remix-run/react";
import { newPassword, passwordLength } from "#app/domain/accounts/input.ts";
import { Field, fieldProps } from "./field.tsx";
import { SubmitButton } from "./submit-button.tsx";

const hint = `At least ${passwordLength.min} characters`;

/** Chooses a new password; posts to the address it stands at, which has the link's token in it. */
export function NewPasswordForm({ lastResult }: { lastResult?: SubmissionResult<string[]> }) {
  const isBusy = useNavigation().state === "submitting";
  const [form, { password }] = useForm({
    id: "reset",
    lastResult,
    defaultNoValidate: false,
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseWithZod(formData, { schema: newPassword }),
  });
  return (
    <Form method="post" {...getFormProps(form)} className="stack">
      <Field id={password.id} label="New password" hint={hint} errors={password.errors}>
        <input
          {...fieldProps(password.id, { hint, errors: password.errors })}
          name={password.name}
          type="password"
          autoComplete="new-password"
          minLength={passwordLength.min}
          maxLength={passwordLength.max}
          required
        />
      </Field>
      <SubmitButton className="button-primary w-full" isBusy={isBusy} busyText="Saving...">
        Save new password
      </SubmitButton>
    </Form>
  );
}
