import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { familyMemberInput, relations } from "#app/domain/people/family/input.ts";
import { Toggle } from "#app/ui/kit/toggle.tsx";
import { useInBrowser } from "#app/ui/kit/use-in-browser.ts";
import { SelectField, TextField } from "../kit/field.tsx";
import { SaveRow } from "../kit/submit-button.tsx";
import { useZodForm } from "../kit/use-zod-form.ts";
import { relationLabels } from "./relation-labels.ts";

interface FamilyMemberFormProps {
  member: Record<"name" | "relation" | "phone" | "email", string> & { invite?: string };
  submitText: string;
  /** Defaults to the page's own URL. */
  action?: string;
  cancelTo?: string;
  /** True for a form that can also send an invitation, to a spouse or partner. */
  offersInvitation?: boolean;
  lastResult?: SubmissionResult<string[]>;
}

export function FamilyMemberForm(props: FamilyMemberFormProps) {
  const { member, submitText, action, cancelTo, offersInvitation = false, lastResult } = props;
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
      <SaveRow cancelTo={cancelTo}>{submitText}</SaveRow>
    </Form>
  );
}

interface Field {
  id: string;
  name: string;
  value?: string;
  initialValue?: string;
}

interface InviteToggleProps {
  fields: Record<"name" | "relation" | "email" | "invite", Field>;
}

/** Always present without JavaScript, because only the server then knows whom the form adds. */
function InviteToggle({ fields: { name, relation, email, invite } }: InviteToggleProps) {
  const isBrowser = useInBrowser(() => true, false);
  const canInvite =
    (relation.value === "spouse" || relation.value === "partner") && Boolean(email.value);
  if (isBrowser && !canInvite) return null;
  const whom = (isBrowser && name.value?.trim()) || "them";
  return (
    <Toggle
      id={invite.id}
      name={invite.name}
      label={`Invite ${whom} to see everything here`}
      hint={
        isBrowser
          ? "They get a link, and share all tasks with you"
          : "A spouse or partner with an email address"
      }
      defaultChecked={invite.initialValue === "on"}
    />
  );
}
