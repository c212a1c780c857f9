import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { findCredentials } from "#app/domain/accounts/credentials/account.server.ts";
import { SessionList } from "#app/components/account/session-list.tsx";
import { Credentials } from "#app/components/account/credentials.tsx";
import { AppShell } from "#app/components/layout/app-shell.tsx";
import { BackLink } from "#app/components/layout/back-link.tsx";
import { listSessions } from "#app/domain/accounts/sessions/session-list.server.ts";
import { requireViewer } from "#app/web/session.server.ts";
import { database } from "#db/connection.server.ts";

export { shouldRevalidate } from "#app/client/navigation/should-revalidate.ts";
export { getOnly as action } from "#app/web/http-errors.server.ts";

export const meta: MetaFunction = () => [{ title: "Account · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  return {
    credentials: await findCredentials(database(), viewer.userId),
    sessions: await listSessions(database(), viewer),
  };
}

export default function Account() {
  const { credentials, sessions } = useLoaderData<typeof loader>();
  return (
    <AppShell>
      <div className="form-page">
        <BackLink to="/preferences">Preferences</BackLink>
        <h1 className="page-title">Account</h1>
        <section aria-labelledby="sign-in-heading" className="panel-section">
          <h2 id="sign-in-heading">How you sign in</h2>
          <Credentials {...credentials} />
        </section>
        <section aria-labelledby="sessions-heading" className="panel-section">
          <h2 id="sessions-heading">Where you&apos;re signed in</h2>
          <SessionList sessions={sessions} />
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
      </div>
    </AppShell>
  );
}
