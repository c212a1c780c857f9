import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { type ListedToken, listTokens } from "#app/domain/tokens/tokens.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { CopyLink } from "#app/ui/kit/copy-link.tsx";
import { SettingsPage } from "#app/ui/preferences/settings-page.tsx";
import { ConfirmedButton } from "#app/ui/shell/confirmed-button.tsx";
import { database } from "#db/connection.server.ts";
import { consumeToken } from "./shown-token.server.ts";

// Keeps a live change elsewhere from hiding the secret, which is shown once.
export { shouldRevalidateForm as shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";
export { getOnly as action } from "#app/server/http-errors.server.ts";

export const meta: MetaFunction = () => [{ title: "Apps & Data · Mila" }];

const page = "/preferences/data";

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const { made, headers } = await consumeToken(args.request, viewer.userId);
  return data({ made, tokens: await listTokens(database(), viewer) }, { headers });
}

export default function AppsAndData() {
  const { made, tokens } = useLoaderData<typeof loader>();
  return (
    <SettingsPage
      heading="Apps & Data"
      subtitle="Let other programs help: Home Assistant, a tablet on the wall, a script."
      answer={undefined}
    >
      <section aria-labelledby="tokens-heading">
        <h2 id="tokens-heading" className="section-title mb-2">
          Access tokens
        </h2>
        <p className="hint mb-4">
          A program with your token acts in your name, in your household&apos;s tasks and lists. It
          never reaches your account or its settings.
        </p>
        {made && (
          <section className="card-panel stack mb-4" aria-label="New token">
            <CopyLink id="token" label={`Token for ${made.name}`} link={made.secret} hasFocus />
            <p>
              Copy it into the program now. <b>I only show it here and now.</b>
            </p>
          </section>
        )}
        <TokenList tokens={tokens} />
        <p className="mt-4">
          <Link className={made ? "button-secondary" : "button-primary"} to={`${page}/tokens`}>
            Make an access token
          </Link>
        </p>
        <p className="mt-4">
          <Link className="text-link" to="/api/v1">
            What programs can do: the API
          </Link>
        </p>
        <p className="mt-4">
          <Link className="text-link" to={`${page}/tasks-app`}>
            Connect a tasks app, such as Apple Reminders or Tasks.org
          </Link>
        </p>
        <p className="mt-4">
          <Link className="text-link" to={`${page}/assistant`}>
            Connect an assistant, such as Claude
          </Link>
        </p>
      </section>
      <section aria-labelledby="webhooks-heading" className="mt-8">
        <h2 id="webhooks-heading" className="section-title mb-2">
          Webhooks
        </h2>
        <p className="hint mb-4">
          I can call another program at once when something happens: a task is added or done, a
          request is answered, something is put on a list.
        </p>
        <p>
          <Link className="button-secondary" to={`${page}/webhooks`}>
            Webhooks
          </Link>
        </p>
      </section>
      <section aria-labelledby="import-heading" className="mt-8">
        <h2 id="import-heading" className="section-title mb-2">
          Import
        </h2>
        <p className="hint mb-4">
          Bring your tasks from Todoist, TickTick, Google Tasks, Trello, Vikunja, tududi, Donetick,
          a calendar file, or another Mila.
        </p>
        <p>
          <Link className="button-secondary" to={`${page}/import`}>
            Import tasks
          </Link>
        </p>
      </section>
      <section aria-labelledby="export-heading" className="mt-8">
        <h2 id="export-heading" className="section-title mb-2">
          Export
        </h2>
        <p className="hint mb-4">
          Everything comes back into another Mila, the tasks alone into most programs.
        </p>
        <ul className="stack">
          <li>
            <a className="text-link" href="/preferences/account/export">
              Everything (JSON)
            </a>
          </li>
          <li>
            <a className="text-link" href={`${page}/tasks.csv`}>
              Tasks for a spreadsheet (CSV)
            </a>
          </li>
          <li>
            <a className="text-link" href={`${page}/tasks.ics`}>
              Tasks for other programs (ICS)
            </a>
          </li>
        </ul>
      </section>
    </SettingsPage>
  );
}

const access = {
  read: "Sees tasks",
  write: "Sees and changes tasks",
  ask: "Sees and changes tasks, and asks others",
};

function TokenList({ tokens }: { tokens: ListedToken[] }) {
  if (tokens.length === 0) return <p className="empty">No access token yet.</p>;
  return (
    <ul className="rows">
      {tokens.map((token) => (
        <li key={token.id} className="row">
          <h3 className="row-name" dir="auto">
            {token.name}
          </h3>
          <p>
            {token.hasEnded
              ? `Ended ${token.endsOn}. Renew it to use it again.`
              : access[token.access]}
          </p>
          <p className="row-facts">
            <span>{describeUse(token.lastUse)}</span>
            {!token.hasEnded && <span>Ends {token.endsOn}</span>}
          </p>
          <div className="row-actions">
            <Form method="post" action={`${page}/tokens/${token.id}/renew`}>
              <button type="submit" className="row-button">
                Renew<span className="sr-only">: {token.name}</span>
              </button>
            </Form>
            <ConfirmedButton
              label="Revoke"
              question={`Programs that use “${token.name}” lose access at once.`}
              action={`${page}/tokens/${token.id}/revoke`}
              confirmLabel={`Revoke ${token.name}`}
            />
          </div>
        </li>
      ))}
    </ul>
  );
}

function describeUse(use: ListedToken["lastUse"]): string {
  if (!use) return "Never used";
  return use.network ? `Last used ${use.when} from ${use.network}` : `Last used ${use.when}`;
}
