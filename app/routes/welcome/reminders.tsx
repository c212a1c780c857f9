import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { reminderPreferences } from "#app/domain/reminders/input.ts";
import {
  findReminderPreferences,
  saveReminderPreferences,
} from "#app/domain/reminders/reminder-preferences.server.ts";
import { giveBackReply, readForm } from "#app/server/form.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { CopyLink } from "#app/ui/kit/copy-link.tsx";
import { ReminderPreferencesForm } from "#app/ui/reminders/reminder-preferences-form.tsx";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { failureIn } from "#app/ui/saving/failure.ts";
import { WelcomePage } from "#app/ui/welcome/welcome-page.tsx";
import { database } from "#db/connection.server.ts";
import { couldNotUpdate } from "../preferences/copy.ts";
import { listLinksToSend } from "../preferences/family/links-to-send.server.ts";
import { findStep, finishQuestion } from "./next.server.ts";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const clientAction = createClientAction(couldNotUpdate);

export const meta: MetaFunction = () => [{ title: "When to remind you · Mila" }];

/** Suggests more than is on by default (specification, section 9). */
export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const saved = await findReminderPreferences(database(), viewer.userId);
  return {
    step: await findStep(viewer, "reminders"),
    timeZone: viewer.timeZone,
    links: await listLinksToSend(args.request, viewer),
    suggested: { ...saved, reminderOneHourBefore: true, dailySummaryEnabled: true },
    kept: await giveBackReply(viewer, args.request, reminderPreferences),
  };
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { keepFields: Object.keys(reminderPreferences.shape) });
  const submission = await readForm(args.request, reminderPreferences);
  if (submission.status !== "success") return data(submission.reply(), { status: 400 });
  await saveReminderPreferences(database(), viewer, submission.value);
  return finishQuestion(viewer, "reminders");
}

export default function Reminders() {
  const { step, timeZone, links, suggested, kept } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <WelcomePage
      question="reminders"
      step={step}
      heading="When should I remind you?"
      hint="You can change this any time in Preferences."
      answer={answer}
    >
      <InvitationLinks links={links} />
      <ReminderPreferencesForm
        saved={suggested}
        timeZone={timeZone}
        lastResult={failureIn(answer) ? undefined : (answer ?? kept)}
      />
    </WelcomePage>
  );
}

interface InvitationLinksProps {
  links: { id: string; email: string; link: string }[];
}

function InvitationLinks({ links }: InvitationLinksProps) {
  if (links.length === 0) return null;
  return (
    <div className="notice stack mb-4">
      <p>This Mila sends no email, so please send the invitation yourself:</p>
      {links.map(({ id, email, link }) => (
        <CopyLink key={id} id={`link-${id}`} label={`Link for ${email}`} link={link} />
      ))}
    </div>
  );
}
