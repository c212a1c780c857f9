import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form, useNavigation } from "@remix-run/react";
import { longestName, profileInput, profileRoles } from "#app/domain/accounts/profile-input.ts";
import { Field, fieldProps } from "./field.tsx";
import { SubmitButton } from "./submit-button.tsx";

interface ProfileFormProps {
  profile: Record<"firstName" | "lastName" | "role" | "timeZone", string>;
  timeZones: string[];
  lastResult?: SubmissionResult<string[]>;
}

const roleLabels: Record<(typeof profileRoles)[number], string> = {
  mom: "Mom",
  dad: "Dad",
  parent: "Parent",
  caregiver: "Caregiver",
};

/** Who somebody is (specification, section 2, "Profile Settings"). */
export function ProfileForm({ profile, timeZones, lastResult }: ProfileFormProps) {
  const isBusy = useNavigation().state !== "idle";
  const [form, fields] = useForm({
    id: "profile",
    defaultValue: profile,
    lastResult,
    defaultNoValidate: false,
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseWithZod(formData, { schema: profileInput }),
  });
  const { firstName, lastName, role, timeZone } = fields;
  const roleHint = "This helps me personalize your experience with the right greetings";
  const timeZoneHint = "Start typing a big city near you. Tasks you have already keep their time.";
  const nameProps = { type: "text", maxLength: longestName, dir: "auto" } as const;
  return (
    <Form method="post" {...getFormProps(form)} className="card-panel stack">
      <Field id={firstName.id} label="First Name" errors={firstName.errors}>
        <input
          {...fieldProps(firstName.id, { errors: firstName.errors })}
          {...nameProps}
          name={firstName.name}
          defaultValue={firstName.initialValue}
          autoComplete="given-name"
        />
      </Field>
      <Field id={lastName.id} label="Last Name" errors={lastName.errors}>
        <input
          {...fieldProps(lastName.id, { errors: lastName.errors })}
          {...nameProps}
          name={lastName.name}
          defaultValue={lastName.initialValue}
          autoComplete="family-name"
        />
      </Field>
      <Field id={role.id} label="I am a..." hint={roleHint} errors={role.errors}>
        <select
          {...fieldProps(role.id, { hint: roleHint, errors: role.errors })}
          name={role.name}
          defaultValue={role.initialValue}
        >
          {profileRoles.map((option) => (
            <option key={option} value={option}>
              {roleLabels[option]}
            </option>
          ))}
        </select>
      </Field>
      <Field id={timeZone.id} label="Time zone" hint={timeZoneHint} errors={timeZone.errors}>
        <input
          {...fieldProps(timeZone.id, { hint: timeZoneHint, errors: timeZone.errors })}
          name={timeZone.name}
          defaultValue={timeZone.initialValue}
          type="text"
          list="time-zones"
          autoComplete="off"
          spellCheck={false}
          maxLength={64}
          required
        />
      </Field>
      <datalist id="time-zones">
        {timeZones.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <div className="button-row">
        <SubmitButton className="button-primary" isBusy={isBusy} busyText="Saving...">
          Save Changes
        </SubmitButton>
      </div>
    </Form>
  );
}
