import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { importPath } from "#app/domain/imports/limits.ts";
import { findImport, startImport } from "#app/domain/imports/imports.server.ts";
import { importChoices } from "#app/domain/imports/input.ts";
import { whyItemsStayOut } from "#app/domain/imports/add-rows.server.ts";
import { requireForm } from "#app/server/form.server.ts";
import { noLongerThere, notFound } from "#app/server/http-errors.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { watchedPage, watching } from "./watched-page.server.ts";
import { useLiveChanges } from "#app/ui/live/use-live-changes.ts";
import { Preview } from "#app/ui/imports/preview.tsx";
import { RefreshLink } from "#app/ui/shell/refresh-link.tsx";
import { SettingsPage } from "#app/ui/preferences/settings-page.tsx";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { failureIn } from "#app/ui/saving/failure.ts";
import { database } from "#db/connection.server.ts";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const clientAction = createClientAction();

export const meta: MetaFunction = () => [{ title: "Import · Mila" }];

const secondsUntilReload = 3;

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const id = args.params.id ?? "";
  const found = await findImport(database(), viewer, id);
  if (!found) notFound();
  const isUnderWay = found.state === "running" || found.state === "undoing";
  const isWatched = new URL(args.request.url).searchParams.has(watching);
  const headers: HeadersInit =
    isUnderWay && isWatched ? { Refresh: String(secondsUntilReload) } : {};
  return data({ id, found, revision: viewer.revision, whyItemsStayOut }, { headers });
}

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args);
  const id = args.params.id ?? "";
  const choices = await requireForm(args.request, importChoices);
  const started = await startImport(database(), viewer, id, choices);
  if (!started) noLongerThere("This import");
  if (started === "started")
    return redirectWithToast(
      watchedPage(args.request, id),
      toast("success", "The import is under way"),
    );
  const { people: chosen, takesChanges } = choices;
  return data({ ...started, chosen, takesChanges: takesChanges === "on" }, { status: 400 });
}

type Found = Exclude<
  ReturnType<typeof useLoaderData<typeof loader>>["found"],
  { state: "elsewhere" }
>;

export default function Import() {
  const { id, found, revision, whyItemsStayOut: whyItems } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const refused = failureIn(answer) ? undefined : answer;
  const isUnderWay = found.state === "running" || found.state === "undoing";
  useLiveChanges(isUnderWay ? revision : null);
  return (
    <SettingsPage
      heading={headings[found.state]}
      subtitle={`${found.fileName} (${found.format})`}
      back={{ to: importPath, label: "Import tasks" }}
      answer={answer}
    >
      {found.state === "elsewhere" && <Elsewhere words={found.words} />}
      {found.state === "waiting" && <Preview {...found} refused={refused} />}
      {(found.state === "running" || found.state === "undoing") && <Progress id={id} found={found} />}
      {(found.state === "done" || found.state === "undone") && (
        <Outcome found={found} whyItems={whyItems} />
      )}
      {(found.state === "running" || found.state === "done") && (
        <Form method="post" action={`${importPath}/${id}/undo`} className="mt-4">
          <button type="submit" className="button-secondary">
            {found.state === "done" ? "Undo this import" : "Stop, and undo it"}
          </button>
        </Form>
      )}
    </SettingsPage>
  );
}

function Elsewhere({ words }: { words: string }) {
  return (
    <section className="card-panel stack" aria-label="Result">
      <p>{words} To import it here, choose the file again.</p>
      <p>
        <Link className="text-link" to={importPath}>
          Choose a file
        </Link>
      </p>
    </section>
  );
}

const headings = {
  elsewhere: "Imported elsewhere",
  waiting: "Before I import this",
  running: "Importing",
  done: "Imported",
  undoing: "Taking the import back",
  undone: "Import taken back",
};

function Progress({ id, found: { state, counts } }: { id: string; found: Found }) {
  const { added, changed, waiting, kept, refused } = counts;
  const isUndo = state === "undoing";
  const taken = added + changed;
  const [now, all] = isUndo
    ? [kept, taken + kept]
    : [taken + refused, taken + refused + waiting];
  return (
    <section className="card-panel stack" aria-label="Progress">
      {isUndo ? (
        <p>{all - now} left to take back.</p>
      ) : (
        <p>
          {now} of {all}
        </p>
      )}
      <p className="hint">It goes on when you close this page.</p>
      <RefreshLink to={`${importPath}/${id}?watch=on`} />
    </section>
  );
}

function Outcome({ found, whyItems }: { found: Found; whyItems: string }) {
  const { state, counts, stoppedBecause, summary } = found;
  const { added, changed, refused, kept } = counts;
  return (
    <section className="card-panel stack" aria-label="Result">
      {state === "done" && (
        <p>
          {added} added{changed > 0 && `, ${changed} changed`}.
        </p>
      )}
      {state === "undone" && <p>What the import brought is under “Recently deleted” for 30 days.</p>}
      {state === "undone" && summary.takesChanges && <p>What it had changed is as it was.</p>}
      {kept > 0 && <p>{kept} stay, because somebody changed them since.</p>}
      {refused > 0 && (
        <p>
          {refused} had no room. {whyItems}
        </p>
      )}
      {stoppedBecause && (
        <p className="notice">
          The rest stayed out. {stoppedBecause} The same file then brings only what is missing.
        </p>
      )}
      <p>
        <Link className="text-link" to="/dashboard">
          See your tasks
        </Link>
      </p>
    </section>
  );
}
