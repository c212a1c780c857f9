import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form, useNavigation } from "@remix-run/react";
import { invitationInput } from "#app/domain/household/input.ts";
import { Field, fieldProps } from "../field.tsx";
import { SubmitButton } from "../submit-button.tsx";

export function InviteForm({ email, lastResult }: { email: string; lastResult?: SubmissionResult<string[]> }) {
  const isBusy = useNavigation().state !== "idle";
  const [form, { inviteeEmail }] = useForm({
    id: "invite",
    defaultValue: { inviteeEmail: email },
    lastResult,
    defaultNoValidate: false,
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseWithZod(formData, { schema: invitationInput }),
  });
  const hint = "They see and do everything that you all keep here. The link works for 7 days.";
  return (
    <Form method="post" {...getFormProps(form)} className="card-panel stack">
      <Field id={inviteeEmail.id} label="Email address" hint={hint} errors={inviteeEmail.errors}>
        <input
          {...fieldProps(inviteeEmail.id, { hint, errors: inviteeEmail.errors })}
          name={inviteeEmail.name}
          defaultValue={inviteeEmail.initialValue}
          type="email"
          autoComplete="off"
          required
        />
      </Field>
      <div className="button-row">
        <SubmitButton className="button-primary" isBusy={isBusy} busyText="Sending...">
          Send Invitation
        </SubmitButton>
      </div>
    </Form>
  );
}
