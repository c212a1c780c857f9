import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { findUids } from "#app/domain/caldav/find-objects.server.ts";
import { importPath } from "#app/domain/imports/limits.ts";
import { listImports } from "#app/domain/imports/imports.server.ts";
import { takeFile } from "#app/domain/imports/take-file.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { Field, fieldProps } from "#app/ui/kit/field.tsx";
import { SettingsPage } from "#app/ui/preferences/settings-page.tsx";
import { database } from "#db/connection.server.ts";
import { receiveFile } from "./receive-file.server.ts";

export { shouldRevalidateForm as shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const meta: MetaFunction = () => [{ title: "Import tasks · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  return { imports: await listImports(database(), viewer) };
}

export async function action(args: ActionFunctionArgs) {
  // Without the body: a copy of it would lie in memory until the file is read.
  const { url, headers, method } = args.request;
  const viewer = await requireViewer({ ...args, request: new Request(url, { headers, method }) });
  // Frees the page's slot, so that other pages of the household don't wait for the upload.
  args.context.endRendering();
  const taken = await receiveFile(args.request, (file) =>
    takeFile(database(), viewer, file, findUids),
  );
  if ("refused" in taken) return data(taken, { status: 400 });
  return redirect(`${importPath}/${taken.id}`, 303);
}

const hint =
  "Todoist, TickTick (CSV), Google Tasks, Trello, Vikunja, tududi, Donetick, Mila (JSON), to-dos " +
  "in a calendar file (.ics), or a zip file with one of them. At most 50 MB.";

export default function ImportTasks() {
  const { imports } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const errors = answer && [answer.refused];
  return (
    <SettingsPage
      heading="Import tasks"
      subtitle="Bring your tasks from another program. You see them before anything is added."
      back={{ to: "/preferences/data", label: "Apps & Data" }}
      answer={answer}
    >
      <Form
        method="post"
        encType="multipart/form-data"
        reloadDocument
        className="card-panel stack mb-4"
      >
        <Field id="file" label="File" hint={hint} errors={errors}>
          <input
            {...fieldProps("file", { hint, errors })}
            name="file"
            type="file"
            accept=".csv,.ics,.json,.zip,text/csv,text/calendar,application/json,application/zip"
            required
          />
        </Field>
        <button type="submit" className="button-primary">
          Look at the file
        </button>
      </Form>
      {imports.length > 0 && (
        <section aria-labelledby="imports-heading">
          <h2 id="imports-heading" className="section-title mb-2">
            Your imports
          </h2>
          <ul className="rows">
            {imports.map(({ id, format, fileName, state, on }) => (
              <li key={id} className="row">
                <h3 className="row-name" dir="auto">
                  <Link className="text-link" to={`${importPath}/${id}`}>
                    {fileName}
                  </Link>
                </h3>
                <p className="row-facts">
                  <span>{format}</span>
                  <span>{on}</span>
                  <span>{stateWords[state]}</span>
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </SettingsPage>
  );
}

const stateWords = {
  reading: "Being read",
  waiting: "Not imported yet",
  running: "Under way",
  done: "Imported",
  undoing: "Being taken back",
  undone: "Taken back",
};
