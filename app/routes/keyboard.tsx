import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { shortcutsChoice } from "#app/domain/preferences/input.ts";
import { requireForm } from "#app/server/form.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { readShortcuts, serializeShortcuts } from "#app/server/shell/shortcuts.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { AppShell } from "#app/ui/shell/app-shell.tsx";
import { BackLink } from "#app/ui/shell/back-link.tsx";
import { keys } from "#app/ui/shortcuts/keys.ts";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const clientAction = createClientAction();

export const meta: MetaFunction = () => [{ title: "Keyboard · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  await requireViewer(args);
  return { shortcuts: await readShortcuts(args.request) };
}

export async function action(args: ActionFunctionArgs) {
  await requireViewer(args);
  const { shortcuts } = await requireForm(args.request, shortcutsChoice);
  const answer = await redirectWithToast(
    "/keyboard",
    toast("success", shortcuts === "on" ? "The keys are on" : "The keys are off"),
  );
  answer.headers.append("Set-Cookie", await serializeShortcuts(shortcuts));
  return answer;
}

export default function Keyboard() {
  const isOn = useLoaderData<typeof loader>().shortcuts === "on";
  return (
    <AppShell>
      <div className="form-page">
        <BackLink to="/preferences">Preferences</BackLink>
        <h1 className="page-title">Keyboard</h1>
        <p className="mb-4">
          {isOn
            ? "These keys work on all pages, except while you type."
            : "These keys are off in this browser."}{" "}
          Ctrl-K always opens the search, and Ctrl-Z takes back what you did last. On a Mac,
          it&apos;s Command.
        </p>
        <div className="card-panel stack">
          <dl className="shortcut-keys">
            {keys.map(([key, words]) => (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{words}</dd>
              </div>
            ))}
          </dl>
          <Form method="post">
            <button
              type="submit"
              name="shortcuts"
              value={isOn ? "off" : "on"}
              className="button-secondary"
            >
              {isOn ? "Turn the keys off" : "Turn the keys on"}
            </button>
          </Form>
        </div>
      </div>
    </AppShell>
  );
}
