import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { findTask, findTaskOrDeleted } from "#app/domain/tasks/find-tasks.server.ts";
import { createClientAction } from "#app/client/saving/client-action.ts";
import { EditTaskForm } from "#app/components/tasks/edit-task-form.tsx";
import { FormPage } from "#app/components/layout/form-page.tsx";
import { failureToast, Toasts } from "#app/components/ui/toast.tsx";
import { findCardSeries, findReplacement } from "#app/domain/series/card-series.server.ts";
import { taskDraft } from "#app/domain/tasks/input.ts";
import { findLastAction } from "#app/domain/delegation/views/last-action.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { skippedTimeError, viewDue } from "#app/domain/tasks/due/due.server.ts";
import { editTask } from "#app/domain/tasks/changing/task.server.ts";
import { NoRoom } from "#app/domain/tasks/events.server.ts";
import { readForm, withTypedValues } from "#app/web/form.server.ts";
import { notFound } from "#app/web/http-errors.server.ts";
import { describeChange } from "./repeat/words.server.ts";
import { requireViewer } from "#app/web/session.server.ts";
import { redirectWithToast, toast } from "#app/web/toast.server.ts";
import { database } from "#db/connection.server.ts";

export const clientAction = createClientAction();
export { shouldRevalidateForm as shouldRevalidate } from "#app/client/navigation/should-revalidate.ts";

export const meta: MetaFunction = () => [{ title: "Edit task · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const task = await findTaskOrDeleted(database(), viewer, args.params.id ?? "");
  if (!task) notFound();
  if (task.is_ahead) throw redirect(`/tasks/${task.id}`);
  const timeZone = task.due_time_zone ?? viewer.timeZone;
  const saved = {
    title: task.title,
    category: task.category,
    description: task.description ?? "",
    dueDate: task.due_local ?? "",
    assignee: task.assignee ?? "",
    assigneeBefore: task.assignee ?? "",
    version: String(task.version),
    scope: "one",
  };
  return {
    task: await withTypedValues(viewer, args.request, saved),
    deleted:
      task.deleted_at && ((await findLastAction(database(), viewer, task.id))?.words ?? null),
    timeZone: timeZone === viewer.timeZone ? null : timeZone,
    isRepeating: (await findCardSeries(database(), viewer, [task.id])).has(task.id),
  };
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { keepFields: Object.keys(taskDraft.shape) });
  const task = await findTaskOrDeleted(database(), viewer, args.params.id ?? "");
  if (!task) notFound();
  // It was opened while the one before it was done.
  if (task.is_ahead) {
    const message = "The one before it is open again.";
    return redirectWithToast(`/tasks/${task.id}`, toast("error", "Nothing changed", { message }));
  }
  const submission = await readForm(args.request, taskDraft);
  const nothing = { theirs: null, present: null };
  if (submission.status !== "success")
    return data({ submission: submission.reply(), ...nothing }, { status: 400 });
  const replacement = task.deleted_at && (await findReplacement(database(), task.id));
  const next = replacement ? await findTask(database(), viewer, replacement) : undefined;
  if (next) {
    const reply = submission.reply();
    // Its date and person were the earlier one's, unless someone chose others.
    const dueDate =
      submission.value.dueDate === task.due_local ? next.due_local : submission.value.dueDate;
    const { assignee, assigneeBefore } = submission.value;
    const isAssigneeKept = assigneeBefore !== undefined && assignee === assigneeBefore;
    const present = {
      id: next.id,
      version: next.version,
      assignee: next.assignee ?? "",
      due: viewDue(next, viewer.timeZone, nowIso())?.label ?? null,
    };
    const initialValue = {
      ...reply.initialValue,
      dueDate: dueDate ?? "",
      ...(isAssigneeKept && { assignee: present.assignee }),
    };
    const kept = { ...reply, initialValue };
    return data({ submission: kept, theirs: null, present }, { status: 409 });
  }

  const timeZone = task.due_time_zone ?? viewer.timeZone;
  const skipped = skippedTimeError(submission.value.dueDate, timeZone);
  if (skipped) {
    const refused = submission.reply({ fieldErrors: { dueDate: [skipped] } });
    return data({ submission: refused, ...nothing }, { status: 400 });
  }
  const { scope } = submission.value;
  const isUndated = task.due_local !== null && !submission.value.dueDate;
  const endsSeries =
    isUndated && (await findCardSeries(database(), viewer, [task.id])).get(task.id)?.isOpen;
  const outcome = await editTask(database(), viewer, task.id, submission.value, timeZone).catch(
    noRoomIn,
  );
  if (outcome instanceof NoRoom) {
    const refused = submission.reply({ fieldErrors: { description: [outcome.message] } });
    return data({ submission: refused, ...nothing }, { status: 400 });
  }
  if (outcome === "saved") {
    const words = await describeChange(viewer, task, { isForOthers: scope !== "one" });
    const message = endsSeries ? "Without a date it doesn't repeat." : words;
    return redirectWithToast("/dashboard", toast("success", "Task saved!", { message }));
  }
  if (outcome === "missing") notFound();
  const { title, category, description, assignee, version } = task;
  const due = viewDue(task, viewer.timeZone, nowIso())?.label ?? null;
  const deleted =
    task.deleted_at && ((await findLastAction(database(), viewer, task.id))?.words ?? null);
  const theirs = { title, category, description, due, assignee, version, deleted };
  return data({ submission: submission.reply(), theirs, present: null }, { status: 409 });
}

function noRoomIn(error: unknown): NoRoom {
  if (error instanceof NoRoom) return error;
  throw error;
}

export default function EditTask() {
  const { task, deleted, timeZone, isRepeating } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const failure = failureToast(answer);
  return (
    <FormPage title="Edit task">
      <Toasts toast={failure} />
      <EditTaskForm
        key={answer?.present?.id}
        task={task}
        timeZone={timeZone}
        isRepeating={isRepeating}
        lastResult={failure ? undefined : answer?.submission}
        theirs={answer?.theirs ?? null}
        present={answer?.present ?? null}
        deleted={deleted}
      />
    </FormPage>
  );
}
