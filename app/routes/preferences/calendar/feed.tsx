import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { PreferencesPage } from "#app/ui/preferences/preferences-page.tsx";
import { FeedForm } from "#app/ui/calendar/feed-form.tsx";
import { failureIn } from "#app/ui/saving/failure.ts";
import { failureToast, Toasts } from "#app/ui/live/toast.tsx";
import { findFeedSettings, saveFeed } from "#app/domain/calendar/files/feed-settings.server.ts";
import { feedInput } from "#app/domain/calendar/input.ts";
import { categories } from "#app/domain/core/limits.ts";
import { requireConfirmedForm } from "#app/server/confirmed.server.ts";
import { giveBackForm } from "#app/server/sign-in/kept-form.server.ts";
import { readForm } from "#app/server/form.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { database } from "#db/connection.server.ts";
import { couldNotUpdate } from "../copy.ts";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const clientAction = createClientAction(couldNotUpdate);

const calendarPage = "/preferences/calendar";
const keepFields = categories.map((name) => name.toLowerCase());

export const meta: MetaFunction = () => [{ title: "Calendar feed · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const feed = await findFeedSettings(database(), viewer.userId);
  const typed = await giveBackForm(viewer, args.request);
  const shown = typed && categories.filter((name) => typed.has(name.toLowerCase()));
  return { isOn: feed !== undefined, shown: shown ?? feed?.categories ?? categories };
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { keepFields });
  const form = args.request.clone();
  const submission = await readForm(args.request, feedInput);
  if (submission.status !== "success") return data(submission.reply(), { status: 400 });
  const isOn = (await findFeedSettings(database(), viewer.userId)) !== undefined;
  if (!isOn) await requireConfirmedForm(viewer, form, keepFields);
  await saveFeed(database(), viewer.userId, submission.value);
  return redirectWithToast(calendarPage, toast("success", "Settings updated"));
}

export default function CalendarFeed() {
  const { isOn, shown } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const refused = failureIn(answer) ? undefined : answer;
  return (
    <PreferencesPage back={{ to: calendarPage, label: "Calendar & Integrations" }}>
      <Toasts toast={failureToast(answer)} />
      <h1 className="page-title">Calendar feed</h1>
      <div className="card-panel">
        <FeedForm shown={refused ? [] : shown} isOn={isOn} errors={refused?.error?.categories} />
      </div>
    </PreferencesPage>
  );
}
