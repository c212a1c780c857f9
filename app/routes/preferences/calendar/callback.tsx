import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Link } from "@remix-run/react";
import { AccountPage } from "#app/components/layout/account-page.tsx";
import { finishConnection } from "./connection.server.ts";
import { getViewer } from "#app/web/session.server.ts";

export { shouldRevalidate } from "#app/client/navigation/should-revalidate.ts";

export const meta: MetaFunction = () => [
  { title: "Google Calendar · Mila" },
  // The address has Google's code in it.
  { name: "referrer", content: "strict-origin" },
];

export async function loader(args: LoaderFunctionArgs) {
  return (await finishConnection(args.request, await getViewer(args))) ?? data(null, { status: 400 });
}

export default function NotFromHere() {
  return (
    <AccountPage heading="That did not work">
      <p>
        Connecting a calendar has to begin here, in this browser, and end within ten minutes. Nothing happened; please
        try again.
      </p>
      <Link className="button-primary" to="/preferences/calendar">
        Calendar &amp; Integrations
      </Link>
    </AccountPage>
  );
}
