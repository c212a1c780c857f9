import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import { maxNameLength, profileInput } from "#app/domain/accounts/profile/input.ts";
import { TextField } from "../kit/field.tsx";
import { SubmitButton } from "../kit/submit-button.tsx";
import { useZodForm } from "../kit/use-zod-form.ts";
import { RoleField } from "./role-field.tsx";

interface ProfileFormProps {
  profile: Record<"firstName" | "lastName" | "role" | "timeZone", string>;
  timeZones: string[];
  lastResult?: SubmissionResult<string[]>;
}

/** Specification, section 2, "Profile Settings". */
export function ProfileForm({ profile, timeZones, lastResult }: ProfileFormProps) {
  const isBusy = useNavigation().state !== "idle";
  const [form, fields] = useZodForm({
    id: "profile",
    schema: profileInput,
    defaultValue: profile,
    lastResult,
  });
  const { firstName, lastName, role, timeZone } = fields;
  const timeZoneHint = "Start typing a big city near you. Tasks you already have keep their time.";
  const nameProps = { type: "text", maxLength: maxNameLength, dir: "auto" } as const;
  return (
    <Form method="post" {...getFormProps(form)} className="card-panel stack">
      <TextField field={firstName} label="First Name" {...nameProps} autoComplete="given-name" />
      <TextField field={lastName} label="Last Name" {...nameProps} autoComplete="family-name" />
      <RoleField field={role} />
      <TextField
        field={timeZone}
        label="Time zone"
        hint={timeZoneHint}
        list="time-zones"
        autoComplete="off"
        spellCheck={false}
        maxLength={64}
        required
      />
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
