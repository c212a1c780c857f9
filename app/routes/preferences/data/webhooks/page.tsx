import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { listWebhooks } from "#app/domain/webhooks/list-webhooks.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { useLiveChanges } from "#app/ui/live/use-live-changes.ts";
import { SettingsPage } from "#app/ui/preferences/settings-page.tsx";
import { database } from "#db/connection.server.ts";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";
export { getOnly as action } from "#app/server/http-errors.server.ts";

export const meta: MetaFunction = () => [{ title: "Webhooks · Mila" }];

const page = "/preferences/data/webhooks";

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  return { webhooks: await listWebhooks(database(), viewer), revision: viewer.revision };
}

export default function Webhooks() {
  const { webhooks, revision } = useLoaderData<typeof loader>();
  useLiveChanges(revision);
  return (
    <SettingsPage
      heading="Webhooks"
      subtitle="I tell other programs at once when something happens in your household."
      back={{ to: "/preferences/data", label: "Apps & Data" }}
      answer={undefined}
    >
      {webhooks.length === 0 ? (
        <p className="empty">No webhook yet.</p>
      ) : (
        <ul className="rows">
          {webhooks.map(({ id, host, kinds, state }) => (
            <li key={id} className="row">
              <h2 className="row-name" dir="auto">
                <Link className="text-link" to={`${page}/${id}`}>
                  {host}
                </Link>
              </h2>
              <p>{state}</p>
              <p className="row-facts">
                <span>{countOf(kinds)}</span>
              </p>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-4">
        <Link className="button-primary" to={`${page}/new`}>
          Add a webhook
        </Link>
      </p>
    </SettingsPage>
  );
}

const countOf = (kinds: readonly unknown[]): string =>
  kinds.length === 1 ? "1 kind of event" : `${kinds.length} kinds of events`;
