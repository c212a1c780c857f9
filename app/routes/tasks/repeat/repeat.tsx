import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { createClientAction } from "#app/client/saving/client-action.ts";
import { FormPage } from "#app/components/layout/form-page.tsx";
import { RepeatForm } from "#app/components/tasks/repeat/repeat-form.tsx";
import { StopRepeating } from "#app/components/tasks/repeat/stop-repeating.tsx";
import { PageLink, useButtonForms } from "#app/components/ui/page-form.tsx";
import { failureToast, Toasts } from "#app/components/ui/toast.tsx";
import { findReplacement } from "#app/domain/series/card-series.server.ts";
import { saveRepetition } from "#app/domain/series/changing/repetition.server.ts";
import { keptRepeatFields, repeatInput } from "#app/domain/series/input.ts";
import { findRepeatPage } from "#app/domain/series/repeat-page.server.ts";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import { giveBackReply, readForm } from "#app/web/form.server.ts";
import { notFound } from "#app/web/http-errors.server.ts";
import { requireViewer } from "#app/web/session.server.ts";
import { redirectWithToast, toast } from "#app/web/toast.server.ts";
import { database } from "#db/connection.server.ts";
import { describeSeries } from "./words.server.ts";

export const clientAction = createClientAction();
export { shouldRevalidateForm as shouldRevalidate } from "#app/client/navigation/should-revalidate.ts";

export const meta: MetaFunction = () => [{ title: "Repeat · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const task = (await findTask(database(), viewer, args.params.id ?? "")) ?? notFound();
  const { id, title, due_local } = task;
  const page = await findRepeatPage(database(), task);
  if (page === "replaced") {
    const open = await findReplacement(database(), id);
    throw redirect(open ? `/tasks/${open}/repeat` : `/tasks/${id}`);
  }
  if (page === "missing" && due_local) notFound();
  const kept = await giveBackReply(viewer, args.request, repeatInput);
  return { id, title, page: page === "missing" ? null : page, kept };
}

export async function action(args: ActionFunctionArgs) {
  const id = args.params.id ?? "";
  const viewer = await requireViewer(args, { returnTo: `/tasks/${id}/repeat`, keepFields: keptRepeatFields });
  if (!(await findTask(database(), viewer, id))) notFound();
  const submission = await readForm(args.request, repeatInput);
  if (submission.status !== "success") return data(submission.reply(), { status: 400 });
  const outcome = await saveRepetition(database(), viewer, id, submission.value);
  if (outcome.status === "missing") notFound();
  if (outcome.status === "refused") {
    return data(submission.reply({ fieldErrors: { [outcome.field]: [outcome.words] } }), { status: 400 });
  }
  return redirectWithToast(
    `/tasks/${id}`,
    toast("success", "Task saved!", { message: await describeSeries(viewer, id) }),
  );
}

export default function Repeat() {
  const { id, title, page, kept } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const buttons = useButtonForms();
  const failure = failureToast(answer);
  return (
    <FormPage title="How it repeats">
      <Toasts toast={failure ?? buttons.failure} />
      <p className="subject" dir="auto">
        {title}
      </p>
      {page ? (
        <>
          <RepeatForm {...page} lastResult={failure ? undefined : (answer ?? kept)} />
          {page.words && <StopRepeating taskId={id} />}
        </>
      ) : (
        <PageLink className="button-secondary" to={`/tasks/${id}/date`}>
          Add a date first
        </PageLink>
      )}
    </FormPage>
  );
}
