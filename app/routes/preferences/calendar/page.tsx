import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { env } from "#app/config/env.server.ts";
import { hasGoogle } from "#app/domain/accounts/google/identity.server.ts";
import {
  findCalendarPreferences,
  saveCalendarPreferences,
} from "#app/domain/calendar/calendar-preferences.server.ts";
import { findFeedSettings } from "#app/domain/calendar/files/feed-settings.server.ts";
import { findConnection } from "#app/domain/calendar/find-connection.server.ts";
import { findCalendars } from "#app/domain/calendar/google/chosen-calendar.server.ts";
import { findGoogleInWeek } from "#app/domain/calendar/shown/google-in-week.server.ts";
import { calendarPreferences } from "#app/domain/calendar/input.ts";
import { categories } from "#app/domain/core/limits.ts";
import { calendarFeedLink } from "#app/domain/core/links.server.ts";
import { formatDue } from "#app/domain/core/time.ts";
import { readForm } from "#app/server/form.server.ts";
import { linkBase, publicOrigin, signUpSettings } from "#app/server/instance.server.ts";
import { requireViewer, type SignedIn } from "#app/server/session.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { FeedForm } from "#app/ui/calendar/feed-form.tsx";
import { GoogleCalendarSection } from "#app/ui/calendar/google-calendar-section.tsx";
import { Icon } from "#app/ui/icons/icon.tsx";
import { CopyLink } from "#app/ui/kit/copy-link.tsx";
import { useLiveChanges } from "#app/ui/live/use-live-changes.ts";
import { SettingsPage } from "#app/ui/preferences/settings-page.tsx";
import { useOwnsMila } from "#app/ui/preferences/use-owns-mila.ts";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { ConfirmedButton } from "#app/ui/shell/confirmed-button.tsx";
import type { Category } from "#app/ui/tasks/category-icon.tsx";
import { database } from "#db/connection.server.ts";
import { couldNotUpdate } from "../copy.ts";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const clientAction = createClientAction(couldNotUpdate);

export const meta: MetaFunction = () => [{ title: "Calendar & Integrations · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const feed = await findFeedSettings(database(), viewer.userId);
  const base = linkBase(args.request);
  args.context.endRendering();
  return {
    revision: viewer.revision,
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
  const { google, revision, ...feed } = useLoaderData<typeof loader>();
  // Each reload would ask Google while the user is choosing a calendar.
  useLiveChanges(google.connection?.calendars ? null : revision);
  return (
    <SettingsPage
      heading="Calendar & Integrations"
      subtitle="Your tasks in your calendar"
      answer={useActionData()}
    >
      <FeedSection {...feed} />
      <GoogleCalendarSection {...google} />
      <ShownSection />
    </SettingsPage>
  );
}

function ShownSection() {
  return (
    <section aria-labelledby="shown-heading" className="panel-section">
      <h2 id="shown-heading">Calendars in your week</h2>
      <p className="hint">
        See what school, a club or another calendar has planned, next to your tasks in Week.
      </p>
      <Link to="/preferences/calendar/shown" className="button-secondary">
        Choose calendars
      </Link>
    </section>
  );
}

/** Asks Google for calendars only while the user is choosing one. */
async function loadConnection(request: Request, viewer: SignedIn) {
  const { userId, timeZone } = viewer;
  const connection = await findConnection(database(), userId);
  if (!connection) return null;
  const { lastSavedAt, problem, ...more } = connection;
  const isChoosing = new URL(request.url).searchParams.has("choose") || problem === "calendar_gone";
  const shouldListCalendars = isChoosing && problem !== "grant_gone";
  const calendars = shouldListCalendars
    ? await findCalendars(database(), userId, signUpSettings.encryptionKey)
    : null;
  const lastSaved = lastSavedAt && formatDue(lastSavedAt, timeZone);
  return {
    ...more,
    problem,
    lastSaved,
    calendars,
    hasFailed: shouldListCalendars && calendars === null,
    inWeek: await findGoogleInWeek(database(), viewer),
  };
}

interface FeedSectionProps {
  /** Null while the feed is turned off. */
  feed: { link: string; categories: Category[] } | null;
  isAtHome: boolean;
  maxEvents: number;
}

function FeedSection({ feed, isAtHome, maxEvents }: FeedSectionProps) {
  const ownsMila = useOwnsMila();
  return (
    <section aria-labelledby="feed-heading" className="panel-section">
      <h2 id="feed-heading">Calendar feed</h2>
      <p className="hint">
        See your household&apos;s tasks in Apple Calendar, Google Calendar, Outlook or any other
        calendar. They stay up to date and bring your reminders along. A feed holds the{" "}
        {maxEvents.toLocaleString("en-US")} entries nearest to today.
      </p>
      <div className="card-panel stack">
        {isAtHome && (
          <p className="notice">
            Only devices on your home network can reach this Mila. Google Calendar and Outlook on
            the web need a public address.{" "}
            {ownsMila ? (
              <>
                Set <code>APP_URL</code> to it.
              </>
            ) : (
              "Ask Mila's owner for one."
            )}
          </p>
        )}
        {feed && <FeedLink link={feed.link} />}
        <FeedForm shown={feed?.categories ?? categories} isOn={feed !== null} />
        {feed && <FeedLinkButtons />}
      </div>
    </section>
  );
}

function FeedLink({ link }: { link: string }) {
  return (
    <>
      <CopyLink
        id="feed-link"
        label="Link for “Subscribe” or “From URL” in your calendar"
        link={link}
      />
      <a className="button-primary" href={link.replace(/^https?:/, "webcal:")}>
        <Icon name="calendar-plus" />
        Open in my calendar
      </a>
    </>
  );
}

function FeedLinkButtons() {
  return (
    <div className="feed-end">
      <p className="hint">
        Anyone with the link can see these tasks, but can&apos;t change them or see anything else.
      </p>
      <div className="row-actions">
        <ConfirmedButton
          label="Make a new link"
          question="The current link will stop working. Add the new one to every calendar that uses it."
          action="/preferences/calendar/feed/renew"
          confirmLabel="Make a new link"
        />
        <ConfirmedButton
          label="Turn off"
          question="The link will stop working. Calendars that use it will stop updating or become empty."
          action="/preferences/calendar/feed/end"
          confirmLabel="Turn off"
        />
      </div>
    </div>
  );
}
