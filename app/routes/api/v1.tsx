import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import {
  type ApiPage,
  type DescribedField,
  type DescribedOperation,
  describePage,
} from "#app/doors/api/describe-page.ts";
import { BackLink } from "#app/ui/shell/back-link.tsx";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";
export { getOnly as action } from "#app/server/http-errors.server.ts";

export const meta: MetaFunction = () => [{ title: "API · Mila" }];

/** Open to all, like the description itself. */
export function loader() {
  return describePage();
}

const example = `curl https://mila.example.com/api/v1/tasks \\
  -H "Authorization: Bearer mila_…" \\
  -H "Content-Type: application/json" \\
  -d '{"text": "pick up Emma at 3 tomorrow"}'`;

export default function Api() {
  const page = useLoaderData<typeof loader>();
  return (
    <main id="main" tabIndex={-1} className="form-page api-page">
      <BackLink to="/preferences/data">Apps &amp; Data</BackLink>
      <h1 className="page-title">API</h1>
      <p className="subject">
        How other programs see and change your family&apos;s tasks, in your name.
      </p>
      <Introduction />
      <nav aria-label="On this page" className="card-panel mt-6">
        <ul>
          {page.tags.map(({ name }) => (
            <li key={name}>
              <a className="text-link" href={`#${anchorOf(name)}`}>
                {name}
              </a>
            </li>
          ))}
          <li>
            <a className="text-link" href="#things">
              What answers have
            </a>
          </li>
          <li>
            <a className="text-link" href="#problems">
              Problems
            </a>
          </li>
        </ul>
      </nav>
      {page.tags.map(({ name, operations }) => (
        <section key={name} aria-labelledby={anchorOf(name)}>
          <h2 id={anchorOf(name)} className="section-title mt-8 mb-2">
            {name}
          </h2>
          <ul className="rows">
            {operations.map((operation) => (
              <Operation key={operation.id} operation={operation} />
            ))}
          </ul>
        </section>
      ))}
      <Things things={page.things} />
      <Problems problems={page.problems} />
    </main>
  );
}

const anchorOf = (name: string) => name.toLowerCase().replaceAll(" ", "-");

function Introduction() {
  return (
    <div className="stack">
      <p>
        Make an access token under Preferences, Apps &amp; Data, and send it with each request. All
        addresses begin with <code>/api/v1</code>; answers are JSON.
      </p>
      <pre className="card-panel">
        <code>{example}</code>
      </pre>
      <p>
        <a className="text-link" href="/api/v1/openapi.json">
          Description for programs (OpenAPI 3.1)
        </a>
      </p>
      <h2 className="section-title mt-4">Good to know</h2>
      <ul className="api-notes">
        <li>
          <b>Pages.</b> A list gives up to 200. For more, send <code>next_cursor</code> as{" "}
          <code>cursor</code>, until it is null.
        </li>
        <li>
          <b>Nothing lost.</b> Send the <code>ETag</code> that you read as <code>If-Match</code>: if
          somebody has changed it since, the answer is 412 with its present state.
        </li>
        <li>
          <b>Nothing twice.</b> With an <code>Idempotency-Key</code>, a POST is done once, however
          often it comes within a day.
        </li>
        <li>
          <b>In step.</b> Follow <code>/events</code>, or ask for <code>/tasks</code> with{" "}
          <code>updated_since</code>. Deleted tasks are listed for 30 days.
        </li>
        <li>
          <b>Limits.</b> <code>RateLimit</code> says how many calls are left. After 429, wait as
          long as <code>Retry-After</code> says.
        </li>
        <li>
          <b>It stays.</b> Nothing is renamed or removed within version 1. New fields may come.
        </li>
      </ul>
    </div>
  );
}

function Operation({ operation }: { operation: DescribedOperation }) {
  const { id, method, path, summary, words, fields, answer } = operation;
  return (
    <li id={id} className="row">
      <h3 className="row-name">{summary}</h3>
      <p>
        <code className="font-bold">
          {method} {path}
        </code>
      </p>
      <p className="hint">{plain(words)}</p>
      {fields.length > 0 && (
        <details>
          <summary className="row-button">
            Fields<span className="sr-only">: {summary}</span>
          </summary>
          <Fields fields={fields} />
        </details>
      )}
      {answer && (
        <p className="hint">
          Answers with{" "}
          <a className="text-link" href={`#${answer}`}>
            {answer}
          </a>
        </p>
      )}
    </li>
  );
}

function Fields({ fields }: { fields: (Omit<DescribedField, "place"> & { place?: string })[] }) {
  return (
    <dl className="api-fields">
      {fields.map(({ name, place, type, isRequired, words }, index) => (
        <div key={index}>
          <dt>
            <code>{name}</code>
          </dt>
          <dd>
            {[type, place, isRequired && "needed"].filter(Boolean).join(", ")}
            {words && <span className="hint block">{plain(words)}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Descriptions mark names as Markdown does. */
const plain = (words: string) => words.replaceAll("`", "");

function Things({ things }: Pick<ApiPage, "things">) {
  return (
    <section aria-labelledby="things">
      <h2 id="things" className="section-title mt-8 mb-2">
        What answers have
      </h2>
      <ul className="rows">
        {things.map(({ name, words, fields }) => (
          <li key={name} id={name} className="row">
            <h3 className="row-name">{name}</h3>
            {words && <p className="hint">{plain(words)}</p>}
            <details>
              <summary className="row-button">
                Fields<span className="sr-only">: {name}</span>
              </summary>
              <Fields fields={fields} />
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Problems({ problems }: Pick<ApiPage, "problems">) {
  return (
    <section aria-labelledby="problems">
      <h2 id="problems" className="section-title mt-8 mb-2">
        Problems
      </h2>
      <p className="hint mb-2">
        As in RFC 9457: <code>code</code>, a sentence in <code>detail</code>, and{" "}
        <code>errors</code> for fields.
      </p>
      <dl className="api-fields">
        {problems.map(({ code, status, title }) => (
          <div key={code} id={code}>
            <dt>
              <code>
                {status} {code}
              </code>
            </dt>
            <dd>{title}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
