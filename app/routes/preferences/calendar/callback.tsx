import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Link } from "@remix-run/react";
import { AccountPage } from "#app/ui/shell/account-page.tsx";
import { finishConnection } from "./connection.server.ts";
import { getViewer } from "#app/server/session.server.ts";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const meta: MetaFunction = () => [{ title: "Google Calendar · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  return (await finishConnection(args, await getViewer(args))) ?? data(null, { status: 400 });
}

export default function FlowExpired() {
  return (
    <AccountPage heading="That didn't work">
      <p>
        You need to finish connecting your calendar in this browser, within 10 minutes. Nothing was
        changed. Please try again.
      </p>
      <Link className="button-primary" to="/preferences/calendar">
        Calendar &amp; Integrations
      </Link>
    </AccountPage>
  );
}
