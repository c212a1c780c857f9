import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { Form, Link, useNavigation } from "@remix-run/react";
import { familyMemberInput, relations } from "#app/domain/people/family/input.ts";
import { InviteToggle } from "./invite-toggle.tsx";
import { SelectField, TextField } from "../kit/field.tsx";
import { SubmitButton } from "../kit/submit-button.tsx";
import { relationLabels } from "./relation-labels.ts";
import { useZodForm } from "../kit/use-zod-form.ts";

interface FamilyMemberFormProps {
  member: Record<"name" | "relation" | "phone" | "email", string> & { invite?: string };
  submitText: string;
  /** Defaults to the page's own URL. */
  action?: string;
  cancelTo?: string;
  /** To a spouse or partner. */
  offersInvitation?: boolean;
  lastResult?: SubmissionResult<string[]>;
}

export function FamilyMemberForm(props: FamilyMemberFormProps) {
  const { member, submitText, action, cancelTo, offersInvitation = false, lastResult } = props;
  const isBusy = useNavigation().state !== "idle";
  const [form, fields] = useZodForm({
    id: "family-member",
    schema: familyMemberInput,
    defaultValue: member,
    lastResult,
  });
  const { name, relation, phone, email } = fields;
  const phoneHint = "For messages about tasks. Outside the US, include the country code.";
  return (
    <Form method="post" action={action} {...getFormProps(form)} className="card-panel stack">
      <TextField field={name} label="Name" autoComplete="off" maxLength={100} dir="auto" required />
      <SelectField field={relation} label="Relation">
        {relations.map((option) => (
          <option key={option} value={option}>
            {relationLabels[option]}
          </option>
        ))}
      </SelectField>
      <TextField
        field={phone}
        label="Phone"
        hint={phoneHint}
        type="tel"
        autoComplete="off"
        placeholder="(201) 555-0123"
        maxLength={40}
      />
      <TextField field={email} label="Email" type="email" autoComplete="off" />
      {offersInvitation && <InviteToggle fields={fields} />}
      <div className="button-row">
        {cancelTo && (
          <Link className="button-secondary" to={cancelTo}>
            Cancel
          </Link>
        )}
        <SubmitButton className="button-primary" isBusy={isBusy} busyText="Saving...">
          {submitText}
        </SubmitButton>
      </div>
    </Form>
  );
}
