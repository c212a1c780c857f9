import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { FeedSection } from "#app/components/calendar/feed-section.tsx";
import { GoogleCalendarSection } from "#app/components/calendar/google-calendar-section.tsx";
import { SettingsPage } from "#app/components/settings-page.tsx";
import { hasGoogle } from "#app/domain/accounts/google-identity.server.ts";
import { findFeedSettings } from "#app/domain/calendar/feed-settings.server.ts";
import { calendarFeedLink } from "#app/domain/links/account-links.server.ts";
import { linkBase, publicOrigin } from "#app/web/link-base.server.ts";
import { requireViewer } from "#app/web/session.server.ts";
import { database } from "#db/connection.server.ts";

export { getOnly as action } from "#app/web/not-allowed.server.ts";

export const meta: MetaFunction = () => [{ title: "Calendar & Integrations · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const feed = await findFeedSettings(database(), viewer.userId);
  const base = linkBase(args.request);
  return {
    feed: feed ? { link: calendarFeedLink(base, feed), categories: feed.categories } : null,
    isAtHome: publicOrigin === null,
    google: { isSetUp: hasGoogle, origin: base.origin },
  };
}

export default function CalendarPreferences() {
  const { feed, isAtHome, google } = useLoaderData<typeof loader>();
  return (
    <SettingsPage heading="Calendar & Integrations" subtitle="Your tasks where your days are" answer={useActionData()}>
      <FeedSection feed={feed} isAtHome={isAtHome} />
      <GoogleCalendarSection {...google} />
    </SettingsPage>
  );
}
