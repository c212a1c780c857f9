import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form, Link, useNavigation } from "@remix-run/react";
import { familyMemberInput, relations } from "#app/domain/family/input.ts";
import { Field, fieldProps } from "../field.tsx";
import { SubmitButton } from "../submit-button.tsx";
import { relationLabels } from "./relation-labels.ts";

interface FamilyMemberFormProps {
  member: Record<"name" | "relation" | "phone" | "email", string>;
  submitText: string;
  /** Where it is sent, unless to the page's own address. */
  action?: string;
  /** Where to go instead of saving. */
  cancelTo?: string;
  lastResult?: SubmissionResult<string[]>;
}

/** Who somebody in the family is, and how to reach them. */
export function FamilyMemberForm({ member, submitText, action, cancelTo, lastResult }: FamilyMemberFormProps) {
  const isBusy = useNavigation().state !== "idle";
  const [form, fields] = useForm({
    id: "family-member",
    defaultValue: member,
    lastResult,
    defaultNoValidate: false,
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseWithZod(formData, { schema: familyMemberInput }),
  });
  const { name, relation, phone, email } = fields;
  const phoneHint = "For messages about tasks; with the country code outside the US";
  return (
    <Form method="post" action={action} {...getFormProps(form)} className="card-panel stack">
      <Field id={name.id} label="Name" errors={name.errors}>
        <input
          {...fieldProps(name.id, { errors: name.errors })}
          name={name.name}
          defaultValue={name.initialValue}
          type="text"
          autoComplete="off"
          maxLength={100}
          dir="auto"
          required
        />
      </Field>
      <Field id={relation.id} label="Relation" errors={relation.errors}>
        <select
          {...fieldProps(relation.id, { errors: relation.errors })}
          name={relation.name}
          defaultValue={relation.initialValue}
        >
          {relations.map((option) => (
            <option key={option} value={option}>
              {relationLabels[option]}
            </option>
          ))}
        </select>
      </Field>
      <Field id={phone.id} label="Phone" hint={phoneHint} errors={phone.errors}>
        <input
          {...fieldProps(phone.id, { hint: phoneHint, errors: phone.errors })}
          name={phone.name}
          defaultValue={phone.initialValue}
          type="tel"
          autoComplete="off"
          placeholder="(201) 555-0123"
          maxLength={40}
        />
      </Field>
      <Field id={email.id} label="Email" errors={email.errors}>
        <input
          {...fieldProps(email.id, { errors: email.errors })}
          name={email.name}
          defaultValue={email.initialValue}
          type="email"
          autoComplete="off"
        />
      </Field>
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
