import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { BreakForm } from "#app/ui/breaks/break-form.tsx";
import { PreferencesPage } from "#app/ui/preferences/preferences-page.tsx";
import { failureToast, Toasts } from "#app/ui/live/toast.tsx";
import { changeBreak, findBreak } from "#app/domain/series/breaks/change-breaks.server.ts";
import { breakInput } from "#app/domain/series/input.ts";
import { readForm, withTypedValues } from "#app/server/form.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { database } from "#db/connection.server.ts";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const clientAction = createClientAction();

export const meta: MetaFunction = () => [{ title: "Edit break · Mila" }];

const list = "/preferences/breaks";

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const found = await findBreak(database(), viewer, args.params.id ?? "");
  // It was removed while someone was editing: the page keeps what they typed.
  if (!found) return data(null, { status: 404 });
  const { name, starts_on, ends_on } = found;
  const saved = { name, startsOn: starts_on, endsOn: ends_on };
  return data(await withTypedValues(viewer, args.request, saved));
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { keepFields: Object.keys(breakInput.shape) });
  const id = args.params.id ?? "";
  const exists = await findBreak(database(), viewer, id);
  const submission = await readForm(args.request, breakInput);
  const refuseGone = () => data({ ...submission.reply(), isGone: true }, { status: 404 });
  if (!exists) return refuseGone();
  if (submission.status !== "success") return data(submission.reply(), { status: 400 });
  if ((await changeBreak(database(), viewer, id, submission.value)) === "missing")
    return refuseGone();
  return redirectWithToast(list, toast("success", `${submission.value.name} saved`));
}

const emptyBreak = { name: "", startsOn: "", endsOn: "" };

export default function EditBreak() {
  const values = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const failure = failureToast(answer);
  const typed = failure ? undefined : answer;
  const isGone = !values || (typed !== undefined && "isGone" in typed);
  return (
    <PreferencesPage back={{ to: list, label: "Breaks" }}>
      <Toasts toast={failure} />
      <h1 className="page-title">Edit break</h1>
      {isGone && (
        <p role="alert" className="notice mb-4">
          This is no longer there. Someone in your household may have removed it.
          {typed && " Nothing you typed is lost. You can add it again."}
        </p>
      )}
      {(!isGone || typed) && (
        <BreakForm
          values={values ?? emptyBreak}
          submitText={isGone ? "Add again" : "Save Changes"}
          action={isGone ? list : undefined}
          cancelTo={list}
          lastResult={typed}
        />
      )}
    </PreferencesPage>
  );
}
