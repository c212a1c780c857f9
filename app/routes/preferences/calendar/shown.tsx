import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { env } from "#app/config/env.server.ts";
import { shownCalendarInput } from "#app/domain/calendar/input.ts";
import {
  addShownCalendar,
  listShownCalendars,
  type ShownCalendar,
} from "#app/domain/calendar/shown/shown-calendars.server.ts";
import { readForm, withTypedValues } from "#app/server/form.server.ts";
import { encryptionKey } from "#app/server/instance.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { ShownCalendarForm } from "#app/ui/calendar/shown-calendar-form.tsx";
import { failureToast } from "#app/ui/live/toast.tsx";
import { useLiveChanges } from "#app/ui/live/use-live-changes.ts";
import { SettingsPage } from "#app/ui/preferences/settings-page.tsx";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { useFormKey } from "#app/ui/saving/use-form-key.ts";
import { ConfirmedButton } from "#app/ui/shell/confirmed-button.tsx";
import { RefreshLink } from "#app/ui/shell/refresh-link.tsx";
import { database } from "#db/connection.server.ts";
import { couldNotUpdate } from "../copy.ts";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const clientAction = createClientAction(couldNotUpdate);

export const meta: MetaFunction = () => [{ title: "Calendars in your week · Mila" }];

const page = "/preferences/calendar/shown";

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  return {
    calendars: await listShownCalendars(database(), viewer),
    revision: viewer.revision,
    typed: await withTypedValues(viewer, args.request, { address: "", name: "" }),
  };
}

const refusals = {
  there_already: "Your household has this calendar already",
  too_many: "You can have up to 20 calendars. Remove one to add another.",
  too_often: "That was a lot of calendars within an hour. Please try again later.",
  not_allowed:
    "I read calendars only over https, and only outside of the network I'm in. Mila's owner can allow others.",
};

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { keepFields: Object.keys(shownCalendarInput.shape) });
  const submission = await readForm(args.request, shownCalendarInput);
  if (submission.status !== "success") return data(submission.reply(), { status: 400 });
  const about = { encryptionKey, trustedHosts: env.ALLOWED_PRIVATE_HOSTS };
  const outcome = await addShownCalendar(database(), viewer, submission.value, about);
  if (outcome !== "added") {
    const fieldErrors = { address: [refusals[outcome]] };
    return data(submission.reply({ fieldErrors }), { status: 400 });
  }
  return redirectWithToast(
    page,
    toast("success", "Calendar added", { message: "I'm reading it now.", endsForm: true }),
  );
}

export default function ShownCalendars() {
  const { calendars, revision, typed } = useLoaderData<typeof loader>();
  useLiveChanges(revision);
  const answer = useActionData<typeof action>();
  const failure = failureToast(answer);
  const formKey = useFormKey();
  return (
    <SettingsPage
      heading="Calendars in your week"
      subtitle="See what school, a club or another calendar has planned, as quiet lines in your household's week."
      back={{ to: "/preferences/calendar", label: "Calendar & Integrations" }}
      answer={answer}
    >
      <CalendarList calendars={calendars} />
      <RefreshLink to={page} />
      <h2 className="section-title mt-6">Add a calendar</h2>
      <ShownCalendarForm key={formKey} values={typed} lastResult={failure ? undefined : answer} />
    </SettingsPage>
  );
}

function CalendarList({ calendars }: { calendars: ShownCalendar[] }) {
  if (calendars.length === 0) return <p className="empty">None yet.</p>;
  return (
    <ul className="rows">
      {calendars.map(({ id, name, host, state, canRemove }) => (
        <li key={id} className="row">
          <h2 className="row-name" dir="auto">
            {name}
          </h2>
          <p>{state}</p>
          {name !== host && (
            <p className="row-facts">
              <span>{host}</span>
            </p>
          )}
          <div className="row-actions">
            <Form method="post" action={`${page}/${id}/read`} preventScrollReset>
              <button type="submit" className="row-button">
                Read now<span className="sr-only">: {name}</span>
              </button>
            </Form>
            {canRemove && (
              <ConfirmedButton
                label="Remove"
                question={`Remove “${name}”? It leaves your household's week. The calendar itself stays as it is.`}
                action={`${page}/${id}/remove`}
                confirmLabel={`Remove ${name}`}
              />
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}
