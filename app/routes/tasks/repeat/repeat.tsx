import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { RepeatConflictNote } from "#app/ui/tasks/conflict-note.tsx";
import { FormPage } from "#app/ui/shell/form-page.tsx";
import { RepeatForm } from "#app/ui/tasks/repeat/repeat-form.tsx";
import { PageLink, useButtonForms, ButtonForm } from "#app/ui/shell/page-form.tsx";
import { failureToast, Toasts } from "#app/ui/live/toast.tsx";
import { UnreadRepetitionNote } from "#app/ui/tasks/repeat/unread-repetition-note.tsx";
import { findPresent } from "#app/domain/series/card-series.server.ts";
import { saveRepetition } from "#app/domain/series/changing/repetition.server.ts";
import { keptRepeatFields, repeatInput } from "#app/domain/series/input.ts";
import { findRepeatPage } from "#app/domain/series/repeat-page.server.ts";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import { findUnreadRepetition } from "#app/domain/tasks/readings/task-reading.server.ts";
import { redirectFromMissingTask, redirectToTask } from "#app/routes/tasks/after-action.server.ts";
import { giveBackReply, readForm } from "#app/server/form.server.ts";
import { requireViewer, type SignedIn } from "#app/server/session.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { database } from "#db/connection.server.ts";
import { whenBusy } from "#app/ui/kit/when-busy.ts";
import { describeSeries } from "./words.server.ts";

export const clientAction = createClientAction();
export { shouldRevalidateForm as shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const meta: MetaFunction = () => [{ title: "Repeat · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const shownId = args.params.id ?? "";
  // A redirect would lose what was typed and refused.
  const present = (await findPresent(database(), viewer, shownId)) ?? shownId;
  const task =
    (await findTask(database(), viewer, present)) ?? (await redirectToTask(viewer, present));
  const { id, title, due_local } = task;
  const page = await findRepeatPage(database(), viewer, task);
  if (page === "replaced" || (page === "missing" && due_local)) return redirectToTask(viewer, id);
  const unread =
    page !== "missing" && page.words ? null : await findUnreadRepetition(database(), id);
  const kept = await giveBackReply(viewer, args.request, repeatInput);
  return { id, title, page: page === "missing" ? null : page, unread, kept };
}

export async function action(args: ActionFunctionArgs) {
  const shownId = args.params.id ?? "";
  const viewer = await requireViewer(args, {
    returnTo: `/tasks/${shownId}/repeat`,
    keepFields: keptRepeatFields,
  });
  // The task may have been done since the form was opened: the change applies to the following
  // ones.
  const id = (await findPresent(database(), viewer, shownId)) ?? shownId;
  if (!(await findTask(database(), viewer, id))) return redirectFromMissingTask(viewer, id);
  const submission = await readForm(args.request, repeatInput);
  if (submission.status !== "success") return data(submission.reply(), { status: 400 });
  const outcome = await saveRepetition(database(), viewer, id, submission.value);
  if (outcome.status === "missing") {
    return redirectWithToast(
      `/tasks/${id}`,
      toast("error", "Nothing changed", { message: "It doesn't come again." }),
    );
  }
  if (outcome.status === "changed") {
    const changed = { words: await describeSeries(viewer, id), seen: await readSeen(viewer, id) };
    return data({ ...submission.reply(), changed }, { status: 409 });
  }
  if (outcome.status === "refused") {
    return data(submission.reply({ fieldErrors: { [outcome.field]: [outcome.words] } }), {
      status: 400,
    });
  }
  return redirectWithToast(
    `/tasks/${id}`,
    toast("success", "Task saved!", { message: await describeSeries(viewer, id) }),
  );
}

async function readSeen(viewer: SignedIn, id: string): Promise<string | undefined> {
  const task = await findTask(database(), viewer, id);
  const page = task && (await findRepeatPage(database(), viewer, task));
  return typeof page === "object" ? page.seen : undefined;
}

export default function Repeat() {
  const { id, title, page, unread, kept } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const buttons = useButtonForms();
  const failure = failureToast(answer);
  const changed = answer && "changed" in answer ? answer.changed : undefined;
  return (
    <FormPage title="How it repeats">
      <Toasts toast={failure ?? buttons.failure} />
      <p className="subject" dir="auto">
        {title}
      </p>
      {unread && <UnreadRepetitionNote words={unread} next="How does it repeat?" />}
      {changed && <RepeatConflictNote words={changed.words} />}
      {page ? (
        <>
          <RepeatForm
            {...page}
            newlySeen={changed?.seen}
            lastResult={failure ? undefined : (answer ?? kept)}
          />
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

function StopRepeating({ taskId }: { taskId: string }) {
  const { sending } = useButtonForms();
  return (
    <ButtonForm action={`/tasks/${taskId}/repeat/end`} className="mt-4">
      <button type="submit" className="button-secondary" {...whenBusy(Boolean(sending))}>
        Stop repeating
      </button>
    </ButtonForm>
  );
}
