import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import { invitationInput } from "#app/domain/people/invitations/input.ts";
import { TextField } from "../kit/field.tsx";
import { SubmitButton } from "../kit/submit-button.tsx";
import { useZodForm } from "../kit/use-zod-form.ts";

export function InviteForm({
  email,
  lastResult,
}: {
  email: string;
  lastResult?: SubmissionResult<string[]>;
}) {
  const isBusy = useNavigation().state !== "idle";
  const [form, { inviteeEmail }] = useZodForm({
    id: "invite",
    schema: invitationInput,
    defaultValue: { inviteeEmail: email },
    lastResult,
  });
  const hint = "They'll see and share everything in your household. The link works for 7 days.";
  return (
    <Form method="post" {...getFormProps(form)} className="card-panel stack">
      {/* With `required`, a browser without JavaScript would say it in its own words. */}
      <TextField
        field={inviteeEmail}
        label="Email address"
        hint={hint}
        type="email"
        autoComplete="off"
        aria-required
      />
      <div className="button-row">
        <SubmitButton className="button-primary" isBusy={isBusy} busyText="Sending...">
          Send Invitation
        </SubmitButton>
      </div>
    </Form>
  );
}
