import { isRouteErrorResponse, Link, useRouteError } from "@remix-run/react";
import { ErrorPage } from "../layout/error-page.tsx";

/** The answer without JavaScript when a button's row was removed meanwhile. */
export function EntryGone() {
  const error = useRouteError();
  if (!isRouteErrorResponse(error) || error.status !== 404) return <ErrorPage error={error} />;
  return (
    <main id="main" className="narrow-page text-center">
      <h1 className="page-title">That entry is no longer there</h1>
      <p>Somebody may have removed it a moment ago.</p>
      <p>
        <Link className="button-primary" to="/preferences/family/members">
          Family &amp; Household
        </Link>
      </p>
    </main>
  );
}
