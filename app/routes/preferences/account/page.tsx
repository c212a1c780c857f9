import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData, Form } from "@remix-run/react";
import { findCredentials } from "#app/domain/accounts/credentials/account.server.ts";
import { TwoStepSignIn } from "#app/ui/account/two-step/two-step-sign-in.tsx";
import { Credentials } from "#app/ui/account/credentials.tsx";
import { PageLink } from "#app/ui/shell/page-link.tsx";
import { PreferencesPage } from "#app/ui/preferences/preferences-page.tsx";
import { ConfirmedButtonToast } from "#app/ui/shell/confirmed-button.tsx";
import { findFactors } from "#app/domain/accounts/factors/factors.server.ts";
import { findWaitingAddress } from "#app/domain/accounts/email/waiting-address.server.ts";
import { listSessions } from "#app/domain/accounts/sessions/session-list.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { readPasskeySite } from "#app/server/sign-in/passkey-site.server.ts";
import { database } from "#db/connection.server.ts";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";
export { getOnly as action } from "#app/server/http-errors.server.ts";

export const meta: MetaFunction = () => [{ title: "Account · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const credentials = await findCredentials(database(), viewer.userId);
  const waiting = await findWaitingAddress(database(), viewer);
  const before = new URL(args.request.url).searchParams.get("before") ?? undefined;
  return {
    credentials,
    newAddress: waiting?.email === credentials.email ? null : waiting,
    factors: await findFactors(database(), viewer),
    allowsPasskeys: readPasskeySite(args.request) !== null,
    ...(await listSessions(database(), viewer, before)),
  };
}

export default function Account() {
  const { credentials, newAddress, factors, allowsPasskeys, sessions, older } =
    useLoaderData<typeof loader>();
  return (
    <PreferencesPage>
      <ConfirmedButtonToast />
      <h1 className="page-title">Account</h1>
      <section aria-labelledby="sign-in-heading" className="panel-section">
        <h2 id="sign-in-heading">How you sign in</h2>
        <Credentials {...credentials} newAddress={newAddress} />
      </section>
      <section aria-labelledby="two-step-heading" className="panel-section">
        <h2 id="two-step-heading">Two-step sign-in</h2>
        <TwoStepSignIn factors={factors} allowsPasskeys={allowsPasskeys} />
      </section>
      <section id="sessions" aria-labelledby="sessions-heading" className="panel-section">
        <h2 id="sessions-heading">Where you&apos;re signed in</h2>
        <SessionList sessions={sessions} />
        {older && (
          <PageLink to={`/preferences/account?${new URLSearchParams({ before: older })}#sessions`}>
            Less recently used
          </PageLink>
        )}
        <p>
          <Link className="row-button" to="/preferences/account/activity">
            Recent activity
          </Link>
        </p>
      </section>
      <section aria-labelledby="data-heading" className="panel-section">
        <h2 id="data-heading">Your data</h2>
        <p className="hint">Everything Mila stores about you and your household, in one file.</p>
        <p>
          <a className="button-secondary" href="/preferences/account/export">
            Download my data
          </a>
        </p>
      </section>
      <section aria-labelledby="end-heading" className="panel-section">
        <h2 id="end-heading">Leaving Mila</h2>
        <p>
          <Link className="row-button" to="/preferences/account/delete">
            Delete my account
          </Link>
        </p>
      </section>
    </PreferencesPage>
  );
}

interface SessionListProps {
  sessions: {
    id: string;
    device: string | null;
    startedOn: string;
    lastUsedOn: string;
    isCurrent: boolean;
  }[];
}

function SessionList({ sessions }: SessionListProps) {
  return (
    <ul className="rows">
      {sessions.map(({ id, device, startedOn, lastUsedOn, isCurrent }) => (
        <li key={id} className="row">
          <h3 className="row-name">
            {device ?? "Unknown browser"}
            {isCurrent && " (this device)"}
          </h3>
          <p className="row-facts">
            <span>Signed in {startedOn}</span>
            <span>Last used {lastUsedOn}</span>
          </p>
          {!isCurrent && (
            <Form
              method="post"
              action={`/preferences/account/sessions/${id}/end`}
              className="row-actions"
            >
              <button type="submit" className="row-button">
                Sign out there<span className="sr-only">: {device ?? "Unknown browser"}</span>
              </button>
            </Form>
          )}
        </li>
      ))}
    </ul>
  );
}
