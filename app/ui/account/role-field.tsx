import { profileRoles } from "#app/domain/accounts/profile/input.ts";
import { SelectField } from "../kit/field.tsx";

const roleLabels: Record<(typeof profileRoles)[number], string> = {
  mom: "Mom",
  dad: "Dad",
  parent: "Parent",
  caregiver: "Caregiver",
};

/** See the specification, section 2, "Profile Settings". */
export function RoleField({ field }: { field: Parameters<typeof SelectField>[0]["field"] }) {
  const hint = "This helps me personalize your experience with the right greetings";
  return (
    <SelectField field={field} label="I am a..." hint={hint}>
      {profileRoles.map((option) => (
        <option key={option} value={option}>
          {roleLabels[option]}
        </option>
      ))}
    </SelectField>
  );
}
