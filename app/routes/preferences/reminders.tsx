import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import {
  findReminderPreferences,
  saveReminderPreferences,
} from "#app/domain/reminders/reminder-preferences.server.ts";
import { reminderPreferences } from "#app/domain/reminders/input.ts";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { failureIn } from "#app/ui/saving/failure.ts";
import { ReminderPreferencesForm } from "#app/ui/reminders/reminder-preferences-form.tsx";
import { SettingsPage } from "#app/ui/preferences/settings-page.tsx";
import { giveBackReply, readForm } from "#app/server/form.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { database } from "#db/connection.server.ts";
import { couldNotUpdate } from "./copy.ts";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const clientAction = createClientAction(couldNotUpdate);

export const meta: MetaFunction = () => [{ title: "Reminders & Notifications · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const saved = await findReminderPreferences(database(), viewer.userId);
  return {
    timeZone: viewer.timeZone,
    saved,
    kept: await giveBackReply(viewer, args.request, reminderPreferences),
  };
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { keepFields: Object.keys(reminderPreferences.shape) });
  const submission = await readForm(args.request, reminderPreferences);
  if (submission.status !== "success") return data(submission.reply(), { status: 400 });
  await saveReminderPreferences(database(), viewer, submission.value);
  return redirectWithToast("/preferences/reminders", toast("success", "Preferences updated"));
}

export default function ReminderPreferencesPage() {
  const { kept, ...shown } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <SettingsPage heading="Reminders & Notifications" subtitle="When I remind you" answer={answer}>
      <ReminderPreferencesForm
        {...shown}
        lastResult={failureIn(answer) ? undefined : (answer ?? kept)}
      />
    </SettingsPage>
  );
}
