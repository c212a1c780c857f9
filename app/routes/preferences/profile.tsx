import { getFormProps, type SubmissionResult } from "@conform-to/react";
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData, Form } from "@remix-run/react";
import { profileInput, maxNameLength, weekStarts } from "#app/domain/accounts/profile/input.ts";
import { findProfile, saveProfile } from "#app/domain/accounts/profile/profile.server.ts";
import { findTimeZone, listTimeZones } from "#app/domain/core/time.ts";
import { readForm, withTypedValues } from "#app/server/form.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { RoleField } from "#app/ui/account/role-field.tsx";
import { SelectField, TextField } from "#app/ui/kit/field.tsx";
import { SaveRow } from "#app/ui/kit/submit-button.tsx";
import { useZodForm } from "#app/ui/kit/use-zod-form.ts";
import { SettingsPage } from "#app/ui/preferences/settings-page.tsx";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { failureIn } from "#app/ui/saving/failure.ts";
import { database } from "#db/connection.server.ts";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const clientAction = createClientAction();

export const meta: MetaFunction = () => [{ title: "Profile Settings · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const { firstName, lastName, role, weekStart } = await findProfile(database(), viewer.userId);
  const saved = {
    firstName: firstName ?? "",
    lastName: lastName ?? "",
    role,
    timeZone: viewer.timeZone,
    weekStart: weekStarts[weekStart],
  };
  return {
    profile: await withTypedValues(viewer, args.request, saved),
    timeZones: listTimeZones(),
  };
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { keepFields: Object.keys(profileInput.shape) });
  const submission = await readForm(args.request, profileInput);
  if (submission.status !== "success") return data(submission.reply(), { status: 400 });
  const { firstName = null, lastName = null, role } = submission.value;
  const timeZone = findTimeZone(submission.value.timeZone);
  if (!timeZone) {
    const fieldErrors = {
      timeZone: ["I don't know this time zone. Try a big city nearby, like America/New_York."],
    };
    return data(submission.reply({ fieldErrors }), { status: 400 });
  }
  const said = submission.value.weekStart;
  const weekStart = said && (weekStarts.indexOf(said) as 0 | 1);
  await saveProfile(database(), viewer.userId, { firstName, lastName, role, timeZone, weekStart });
  const message = "Your preferences have been saved. 💙";
  return redirectWithToast(
    "/preferences/profile",
    toast("success", "Profile updated!", { message }),
  );
}

export default function ProfileSettings() {
  const { profile, timeZones } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <SettingsPage
      heading="Profile Settings"
      subtitle="Update your personal information"
      answer={answer}
    >
      <ProfileForm
        profile={profile}
        timeZones={timeZones}
        lastResult={failureIn(answer) ? undefined : answer}
      />
    </SettingsPage>
  );
}

interface ProfileFormProps {
  profile: Record<"firstName" | "lastName" | "role" | "timeZone" | "weekStart", string>;
  timeZones: string[];
  lastResult?: SubmissionResult<string[]>;
}

/** See the specification, section 2, "Profile Settings". */
function ProfileForm({ profile, timeZones, lastResult }: ProfileFormProps) {
  const [form, fields] = useZodForm({
    id: "profile",
    schema: profileInput,
    defaultValue: profile,
    lastResult,
  });
  const { firstName, lastName, role, timeZone, weekStart } = fields;
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
      <SelectField field={weekStart} label="Weeks begin on">
        <option value="sunday">Sunday</option>
        <option value="monday">Monday</option>
      </SelectField>
      <SaveRow>Save Changes</SaveRow>
    </Form>
  );
}
