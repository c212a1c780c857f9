import { isRouteErrorResponse, Link, useRouteError } from "@remix-run/react";
import { ErrorPage } from "../shell/error-page.tsx";
import { entryGone } from "./copy.ts";

/** Shown without JavaScript when someone has already removed the row. */
export function EntryGone() {
  const error = useRouteError();
  if (!isRouteErrorResponse(error) || error.status !== 404) return <ErrorPage error={error} />;
  return (
    <main id="main" tabIndex={-1} className="narrow-page text-center">
      <h1 className="page-title">{entryGone.title}</h1>
      <p>{entryGone.message}</p>
      <p>
        <Link className="button-primary" to="/preferences/family/members">
          Family &amp; Household
        </Link>
      </p>
    </main>
  );
}
