import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form, useNavigation } from "@remix-run/react";
import { forgottenPassword } from "#app/domain/accounts/input.ts";
import { Field, fieldProps } from "./field.tsx";
import { SubmitButton } from "./submit-button.tsx";

/** Asks for a link to choose a new password. */
export function ForgotPasswordForm({ lastResult }: { lastResult?: SubmissionResult<string[]> }) {
  const isBusy = useNavigation().state === "submitting";
  const [form, { email }] = useForm({
    id: "forgot",
    lastResult,
    defaultNoValidate: false,
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseWithZod(formData, { schema: forgottenPassword }),
  });
  return (
    <Form method="post" {...getFormProps(form)} className="stack">
      <Field id={email.id} label="Email" errors={email.errors}>
        <input
          {...fieldProps(email.id, { errors: email.errors })}
          name={email.name}
          defaultValue={email.initialValue}
          type="email"
          autoComplete="email"
          inputMode="email"
          required
        />
      </Field>
      <SubmitButton className="button-primary w-full" isBusy={isBusy} busyText="Loading...">
        Get a link
      </SubmitButton>
    </Form>
  );
}
