import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { env } from "#app/config/env.server.ts";
import { hasGoogle } from "#app/domain/accounts/google/identity.server.ts";
import {
  findCalendarPreferences,
  saveCalendarPreferences,
} from "#app/domain/calendar/calendar-preferences.server.ts";
import { findFeedSettings } from "#app/domain/calendar/files/feed-settings.server.ts";
import { findConnection } from "#app/domain/calendar/find-connection.server.ts";
import { findCalendars } from "#app/domain/calendar/google/chosen-calendar.server.ts";
import { calendarPreferences } from "#app/domain/calendar/input.ts";
import { calendarFeedLink } from "#app/domain/core/links.server.ts";
import { formatDue } from "#app/domain/core/time.ts";
import { readForm } from "#app/server/form.server.ts";
import { linkBase, publicOrigin, signUpInstance } from "#app/server/instance.server.ts";
import { requireViewer, type SignedIn } from "#app/server/session.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { FeedSection } from "#app/ui/calendar/feed-section.tsx";
import { GoogleCalendarSection } from "#app/ui/calendar/google-calendar-section.tsx";
import { SettingsPage } from "#app/ui/preferences/settings-page.tsx";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { database } from "#db/connection.server.ts";
import { couldNotUpdate } from "../copy.ts";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const clientAction = createClientAction(couldNotUpdate);

export const meta: MetaFunction = () => [{ title: "Calendar & Integrations · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const feed = await findFeedSettings(database(), viewer.userId);
  const base = linkBase(args.request);
  args.context.endMaking();
  return {
    feed: feed ? { link: calendarFeedLink(base, feed), categories: feed.categories } : null,
    isAtHome: publicOrigin === null,
    maxEvents: env.FEED_EVENTS,
    google: {
      isSetUp: hasGoogle,
      origin: base.origin,
      connection: await loadConnection(args.request, viewer),
      saved: await findCalendarPreferences(database(), viewer.userId),
    },
  };
}

const here = "/preferences/calendar";

export async function action(args: ActionFunctionArgs) {
  const { userId } = await requireViewer(args, { returnTo: here });
  const submission = await readForm(args.request, calendarPreferences);
  if (submission.status !== "success") return data(submission.reply(), { status: 400 });
  await saveCalendarPreferences(database(), userId, submission.value);
  return redirectWithToast(here, toast("success", "Settings updated"));
}

export default function CalendarPreferences() {
  const { google, ...feed } = useLoaderData<typeof loader>();
  return (
    <SettingsPage
      heading="Calendar & Integrations"
      subtitle="Your tasks in your calendar"
      answer={useActionData()}
    >
      <FeedSection {...feed} />
      <GoogleCalendarSection {...google} />
    </SettingsPage>
  );
}

/** Asks Google for calendars only while the user is choosing one. */
async function loadConnection(request: Request, { userId, timeZone }: SignedIn) {
  const connection = await findConnection(database(), userId);
  if (!connection) return null;
  const { lastSavedAt, problem, ...more } = connection;
  const isChoosing = new URL(request.url).searchParams.has("choose") || problem === "calendar_gone";
  const shouldListCalendars = isChoosing && problem !== "grant_gone";
  const calendars = shouldListCalendars
    ? await findCalendars(database(), userId, signUpInstance.encryptionKey)
    : null;
  const lastSaved = lastSavedAt && formatDue(lastSavedAt, timeZone);
  return {
    ...more,
    problem,
    lastSaved,
    calendars,
    hasFailed: shouldListCalendars && calendars === null,
  };
}
