import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { findPerson } from "#app/domain/accounts/users.server.ts";
import { isPlainHttpAllowed } from "#app/domain/instance/plain-http.server.ts";
import { linkBase } from "#app/server/instance.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { CopyLink } from "#app/ui/kit/copy-link.tsx";
import { SettingsPage } from "#app/ui/preferences/settings-page.tsx";
import { database } from "#db/connection.server.ts";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";
export { getOnly as action } from "#app/server/http-errors.server.ts";

export const meta: MetaFunction = () => [{ title: "Connect a tasks app · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const { userId } = await requireViewer(args);
  const { origin } = linkBase(args.request);
  const { email } = await findPerson(database(), userId);
  const transport = origin.startsWith("https:")
    ? "https"
    : (await isPlainHttpAllowed(database()))
      ? "http allowed"
      : "http refused";
  return { address: `${origin}/dav/`, email, transport };
}

const words = {
  plain:
    "This address works at home only, and others on your network can read the token. iPhones and " +
    "Macs want https.",
  refused:
    "This address has no https, so apps on other devices are refused: others on your network " +
    "could read the token. Mila's owner can allow it at home, under Preferences, Your Mila. " +
    "iPhones and Macs want https.",
};

export default function ConnectATasksApp() {
  const { address, email, transport } = useLoaderData<typeof loader>();
  return (
    <SettingsPage
      heading="Connect a tasks app"
      subtitle="See and tick your family's tasks in the app that you use anyway, by CalDAV."
      back={{ to: "/preferences/data", label: "Apps & Data" }}
      answer={undefined}
    >
      <div className="stack">
        <p>
          Kids, Household and Elders become lists in the app, and so do Shopping and your other
          lists. What you add, change, tick or delete there happens here, and the other way round.
        </p>
        <Step heading="1. Make an access token for it">
          <p>
            It takes the place of your password in the app. With a token that sees tasks, the app
            changes nothing.
          </p>
          <p>
            <Link className="text-link" to="/preferences/data/tokens">
              Make an access token
            </Link>
          </p>
        </Step>
        <Step heading="2. Give the app these">
          <CopyLink id="address" label="Address (server, base URL)" link={address} />
          <CopyLink id="user-name" label="User name" link={email} />
          <p>As password, the token.</p>
          {transport !== "https" && <PlainHttp isAllowed={transport === "http allowed"} />}
        </Step>
        <Apps />
        <Step heading="Good to know">
          <ul className="api-notes">
            <li>
              A repeating task that you tick in the app opens its next date, whichever way the app
              has of ticking it.
            </li>
            <li>
              What Mila doesn&apos;t know, such as tags, priorities or subtasks, stays in the task
              and comes back to the app as it was.
            </li>
            <li>
              Make a token for each app and phone, so that you can revoke it when a phone is lost.
            </li>
          </ul>
        </Step>
      </div>
    </SettingsPage>
  );
}

function PlainHttp({ isAllowed }: { isAllowed: boolean }) {
  return (
    <p>
      {isAllowed
        ? words.plain
        : words.refused}
    </p>
  );
}

function Apps() {
  return (
    <Step heading="3. In the app">
      <App name="Android: Tasks.org, jtx Board or OpenTasks, with DAVx⁵">
        <li>In DAVx⁵, press +, then “Login with URL and user name”.</li>
        <li>Enter the address as base URL, your user name, and the token as password.</li>
        <li>Open the account, CalDAV, and tick the lists that you want.</li>
        <li>In DAVx⁵&apos;s settings, under Tasks app, choose yours.</li>
      </App>
      <App name="Android: Tasks.org alone">
        <li>
          Open Settings, Add account, CalDAV. Tasks.org asks for a subscription, unless you have it
          from F-Droid.
        </li>
        <li>Enter the address as URL, your user name, and the token as password. Save.</li>
      </App>
      <App name="iPhone, iPad: Reminders">
        <li>Open Settings, Apps, Reminders, Reminders Accounts, Add Account, Other.</li>
        <li>Choose Add CalDAV Account.</li>
        <li>Enter the address as server, your user name, and the token as password.</li>
        <li>Switch on Reminders, and save.</li>
      </App>
      <App name="Mac: Reminders">
        <li>Open System Settings, Internet Accounts, Add Account, Other, CalDAV Account.</li>
        <li>
          Choose Manual as account type, and enter your user name, the token as password, and the
          address as server.
        </li>
        <li>Leave Reminders switched on.</li>
      </App>
      <App name="Thunderbird">
        <li>In the calendar, choose New Calendar, On the Network.</li>
        <li>Enter your user name, and the address as location. Press Find Calendars.</li>
        <li>Enter the token as password, tick the lists, and press Subscribe.</li>
        <li>They are in the Tasks tab.</li>
      </App>
      <App name="Home Assistant">
        <li>Open Settings, Devices &amp; services, Add integration, CalDAV.</li>
        <li>Enter the address as URL, your user name, and the token as password.</li>
        <li>Each list becomes a to-do list, which Home Assistant reads every 15 minutes.</li>
      </App>
    </Step>
  );
}

function App({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className="card-panel stack">
      <h3 className="font-bold">{name}</h3>
      <ol className="flex list-decimal flex-col gap-2 pl-5">{children}</ol>
    </section>
  );
}

function Step({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section className="stack">
      <h2 className="section-title">{heading}</h2>
      {children}
    </section>
  );
}
