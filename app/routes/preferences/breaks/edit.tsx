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
import { notFound } from "#app/server/http-errors.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { database } from "#db/connection.server.ts";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const clientAction = createClientAction();

export const meta: MetaFunction = () => [{ title: "Edit break · Mila" }];

const list = "/preferences/breaks";

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const { name, starts_on, ends_on } =
    (await findBreak(database(), viewer, args.params.id ?? "")) ?? notFound();
  return withTypedValues(viewer, args.request, { name, startsOn: starts_on, endsOn: ends_on });
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { keepFields: Object.keys(breakInput.shape) });
  const id = args.params.id ?? "";
  if (!(await findBreak(database(), viewer, id))) notFound();
  const submission = await readForm(args.request, breakInput);
  if (submission.status !== "success") return data(submission.reply(), { status: 400 });
  if ((await changeBreak(database(), viewer, id, submission.value)) === "missing") notFound();
  return redirectWithToast(list, toast("success", `${submission.value.name} saved`));
}

export default function EditBreak() {
  const values = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const failure = failureToast(answer);
  return (
    <PreferencesPage back={{ to: list, label: "Breaks" }}>
      <Toasts toast={failure} />
      <h1 className="page-title">Edit break</h1>
      <BreakForm
        values={values}
        submitText="Save Changes"
        cancelTo={list}
        lastResult={failure ? undefined : answer}
      />
    </PreferencesPage>
  );
}
