import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { GoogleCalendarSection } from "#app/components/calendar/google-calendar-section.tsx";
import { SettingsPage } from "#app/components/settings-page.tsx";
import { hasGoogle } from "#app/domain/accounts/google-identity.server.ts";
import { linkBase } from "#app/web/link-base.server.ts";
import { requireViewer } from "#app/web/session.server.ts";

export { getOnly as action } from "#app/web/not-allowed.server.ts";

export const meta: MetaFunction = () => [{ title: "Calendar & Integrations · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  await requireViewer(args);
  return { hasGoogle, origin: linkBase(args.request).origin };
}

export default function CalendarPreferences() {
  const { hasGoogle: isSetUp, origin } = useLoaderData<typeof loader>();
  return (
    <SettingsPage heading="Calendar & Integrations" subtitle="Your tasks where your days are" answer={useActionData()}>
      <GoogleCalendarSection isSetUp={isSetUp} origin={origin} />
    </SettingsPage>
  );
}
