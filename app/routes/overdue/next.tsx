import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { doneFor } from "#app/domain/tasks/due/done-for.ts";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import { couldNotChange, createClientAction } from "#app/ui/saving/client-action.ts";
import { FormPage } from "#app/ui/shell/form-page.tsx";
import { SeenDue } from "#app/ui/kit/hidden-fields.tsx";
import { PageForm } from "#app/ui/shell/page-form.tsx";
import { failureToast, Toasts } from "#app/ui/live/toast.tsx";
import { overdueChoice } from "#app/domain/tasks/input.ts";
import { findNextOverdue, skipOverdue } from "#app/domain/tasks/lists/overdue.server.ts";
import { describeMove } from "#app/domain/tasks/changing/describe-move.server.ts";
import { completeTask } from "#app/domain/tasks/changing/task.server.ts";
import { nowIso, wallClockAt } from "#app/domain/core/time.ts";
import { requireForm } from "#app/server/form.server.ts";
import {
  nextOverdue,
  redirectAfterAction,
  redirectFromMissingTask,
  redirectFromMoved,
} from "#app/routes/tasks/after-action.server.ts";
import { requireViewer, type SignedIn } from "#app/server/session.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { database } from "#db/connection.server.ts";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const clientAction = createClientAction(couldNotChange);

export const meta: MetaFunction = () => [{ title: "Overdue · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const task = await findNextOverdue(database(), viewer);
  if (!task) throw redirect("/dashboard");
  return task;
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { returnTo: "/overdue" });
  const { taskId, seenDue, choice } = await requireForm(args.request, overdueChoice);
  if (choice === "done") return markDone(viewer, taskId, seenDue);
  const task = await findTask(database(), viewer, taskId);
  if (!task) return redirectFromMissingTask(viewer, taskId);
  const move = await describeMove(database(), viewer, taskId, seenDue);
  if (move) return redirectFromMoved(viewer, taskId, move, await nextOverdue(viewer));
  if (choice === "extend") {
    // The page of the date counts in the task's own zone.
    const tomorrow = wallClockAt(nowIso(), task.due_time_zone ?? viewer.timeZone)
      .add({ days: 1 })
      .toPlainDate()
      .toString();
    return redirect(`/tasks/${taskId}/date?date=${tomorrow}&time=12:00&then=overdue`, 303);
  }
  await skipOverdue(database(), viewer, taskId);
  return redirect(await nextOverdue(viewer), 303);
}

async function markDone(
  viewer: SignedIn,
  taskId: string,
  seenDue: string | undefined,
): Promise<Response> {
  const isDone = await completeTask(database(), viewer, taskId, { seenDue });
  const to = await nextOverdue(viewer);
  const task = await findTask(database(), viewer, taskId);
  const words = (task && doneFor(task)) ?? "Task completed";
  const successToast = toast("success", words, {
    undo: `/tasks/${taskId}/reopen`,
    isOwn: true,
    undoneAt: "/overdue",
    taskTitle: task?.title,
  });
  return redirectAfterAction(viewer, {
    taskId,
    as: "completed",
    seenDue,
    isDone,
    to,
    successToast,
  });
}

export default function Overdue() {
  const { id, title, due, count } = useLoaderData<typeof loader>();
  return (
    <FormPage title="This one is overdue" about={title}>
      <Toasts toast={failureToast(useActionData())} />
      <PageForm className="card-panel stack" key={id}>
        <div>
          <p className="text-lg font-bold" dir="auto">
            {title}
          </p>
          {due && <p className="hint">It was due {due.label}.</p>}
        </div>
        <input type="hidden" name="taskId" value={id} />
        <SeenDue due={due} />
        <button type="submit" className="button-primary" name="choice" value="done">
          Mark as Done
        </button>
        <button type="submit" className="button-secondary" name="choice" value="extend">
          Extend Due Date
        </button>
        <button type="submit" className="button-secondary" name="choice" value="skip">
          Skip
        </button>
        {count > 1 && (
          <p className="hint text-center">
            {count - 1} more to go.{" "}
            <Link to="/tasks/select?overdue=on" className="text-link">
              See all {count} at once
            </Link>
          </p>
        )}
      </PageForm>
    </FormPage>
  );
}
