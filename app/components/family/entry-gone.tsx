import { isRouteErrorResponse, Link, useRouteError } from "@remix-run/react";
import { ErrorPage } from "../layout/error-page.tsx";

/** The answer without JavaScript when a button's row was removed meanwhile. */
export function EntryGone() {
  const error = useRouteError();
  if (!isRouteErrorResponse(error) || error.status !== 404) return <ErrorPage error={error} />;
  return (
    <main id="main" className="narrow-page text-center">
      <h1 className="page-title">This entry was removed</h1>
      <p>Someone in your household may have removed it.</p>
      <p>
        <Link className="button-primary" to="/preferences/family/members">
          Family &amp; Household
        </Link>
      </p>
    </main>
  );
}
