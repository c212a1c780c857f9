import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { webhookKinds } from "#app/domain/webhooks/input.ts";
import { findWebhook, type ListedMessage } from "#app/domain/webhooks/list-webhooks.server.ts";
import { notFound } from "#app/server/http-errors.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { CopyLink } from "#app/ui/kit/copy-link.tsx";
import { SettingsPage } from "#app/ui/preferences/settings-page.tsx";
import { ConfirmedButton } from "#app/ui/shell/confirmed-button.tsx";
import { RefreshLink } from "#app/ui/shell/refresh-link.tsx";
import { database } from "#db/connection.server.ts";
import { consumeSecret } from "./shown-secret.server.ts";

// Keeps a live change elsewhere from hiding the secret, which is shown once.
export { shouldRevalidateForm as shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";
export { getOnly as action } from "#app/server/http-errors.server.ts";

export const meta: MetaFunction = () => [{ title: "Webhook · Mila" }];

const list = "/preferences/data/webhooks";

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const id = args.params.id ?? "";
  const webhook = await findWebhook(database(), viewer, id);
  if (!webhook) notFound();
  const { secret, headers } = await consumeSecret(args.request, { userId: viewer.userId, id });
  return data({ webhook, secret }, { headers });
}

export default function Webhook() {
  const { webhook, secret } = useLoaderData<typeof loader>();
  const { id, host, kinds, state, isOff, messages } = webhook;
  const page = `${list}/${id}`;
  return (
    <SettingsPage
      heading={host}
      subtitle={state}
      back={{ to: list, label: "Webhooks" }}
      answer={undefined}
    >
      {secret && (
        <section className="card-panel stack mb-4" aria-label="Secret">
          <CopyLink id="secret" label="Secret" link={secret} hasFocus />
          <p>
            With it the other program knows that a message is mine.{" "}
            <b>I only show it here and now.</b>
          </p>
        </section>
      )}
      <section aria-labelledby="kinds-heading">
        <h2 id="kinds-heading" className="section-title mb-2">
          What it hears of
        </h2>
        <ul className="card-panel stack">
          {kinds.map((kind) => (
            <li key={kind}>
              {webhookKinds[kind]} <span className="hint">({kind})</span>
            </li>
          ))}
        </ul>
        <div className="row-actions mt-2">
          {isOff && <PageButton action={`${page}/on`} label="Switch on again" />}
          {!isOff && <PageButton action={`${page}/test`} label="Send a test" />}
          <Link className="row-button" to={`${page}/edit`}>
            Change
          </Link>
          <ConfirmedButton
            label="Renew the secret"
            question="The other program needs the new secret at once: I sign with it from now on."
            action={`${page}/renew`}
            confirmLabel="Renew it"
          />
          <ConfirmedButton
            label="Remove"
            question={`${host} hears nothing more, not even what waits.`}
            action={`${page}/remove`}
            confirmLabel={`Remove ${host}`}
          />
        </div>
      </section>
      <section className="mt-6" aria-labelledby="messages-heading">
        <h2 id="messages-heading" className="section-title mb-2">
          Last messages
        </h2>
        <MessageList messages={messages} />
        <RefreshLink to={page} />
      </section>
    </SettingsPage>
  );
}

function PageButton({ action, label }: { action: string; label: string }) {
  return (
    <Form method="post" action={action} preventScrollReset>
      <button type="submit" className="row-button">
        {label}
      </button>
    </Form>
  );
}

function MessageList({ messages }: { messages: ListedMessage[] }) {
  if (messages.length === 0) return <p className="empty">None yet.</p>;
  return (
    <ul className="rows">
      {messages.map(({ id, kind, madeAt, state, canSendAgain }) => (
        <li key={id} className="row">
          <h3 className="row-name">{kind}</h3>
          <p>{state}</p>
          <p className="row-facts">
            <span>{madeAt}</span>
          </p>
          {canSendAgain && (
            <div className="row-actions">
              <Form method="post" action={`${list}/messages/${id}/again`} preventScrollReset>
                <button type="submit" className="row-button">
                  Send again
                  <span className="sr-only">
                    : {kind}, {madeAt}
                  </span>
                </button>
              </Form>
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}
