import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { Icon } from "#app/ui/icons/icon.tsx";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { AddReminder } from "#app/ui/reminders/add-reminder.tsx";
import { AppShell } from "#app/ui/shell/app-shell.tsx";
import { useButtonForms } from "#app/ui/shell/page-form.tsx";
import { TaskReminders } from "#app/ui/reminders/task-reminders.tsx";
import { failureToast, Toasts } from "#app/ui/live/toast.tsx";
import { type AddedReminder, addReminder } from "#app/domain/reminders/add-reminder.server.ts";
import { customReminder } from "#app/domain/reminders/input.ts";
import { findReminderReach } from "#app/domain/series/reminder-reach.server.ts";
import { findTaskPage } from "#app/domain/pages/task-page.server.ts";
import { redirectFromMissingTask, redirectToTask } from "#app/routes/tasks/after-action.server.ts";
import { readForm, readRedirectTo } from "#app/server/form.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { canSendEmail } from "#app/server/instance.server.ts";
import { database } from "#db/connection.server.ts";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const clientAction = createClientAction();

export const meta: MetaFunction = () => [{ title: "Reminders · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const id = args.params.id ?? "";
  return (
    (await findTaskPage(database(), viewer, id, canSendEmail)) ?? (await redirectToTask(viewer, id))
  );
}

export async function action(args: ActionFunctionArgs) {
  const id = args.params.id ?? "";
  const viewer = await requireViewer(args, { returnTo: `/tasks/${id}` });
  const redirectTo = await readRedirectTo(args.request, `/tasks/${id}`);
  if (!(await findTask(database(), viewer, id))) return redirectFromMissingTask(viewer, id);
  const submission = await readForm(args.request, customReminder);
  if (submission.status !== "success") return data(submission.reply(), { status: 400 });
  const { minutesBefore, scope } = submission.value;
  const reach = await findReminderReach(database(), id);
  const outcome = await addReminder(database(), viewer, id, { minutesBefore, scope, reach });
  if (outcome === "added") return redirectWithToast(redirectTo, toast("success", "Reminder added"));
  if (outcome === "missing") return redirectFromMissingTask(viewer, id);
  return data(submission.reply({ fieldErrors: { minutesBefore: [problems[outcome]] } }), {
    status: 400,
  });
}

const problems: Record<Exclude<AddedReminder, "added" | "missing">, string> = {
  no_date: "This task has no date yet",
  done: "This task is already done",
  passed: "That time has already passed. Please choose one closer to the due date.",
  too_early:
    "The next one only comes up when this one is done, and that is later. Please choose one closer to the due date.",
  too_often:
    "This task comes too often to remind you of it so early every time. " +
    "Please choose one closer to the due date, or only this one.",
  too_many: "A task can have up to 10 reminders",
};

export default function Reminders() {
  const task = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const buttons = useButtonForms();
  const failure = failureToast(answer);
  const page = `/tasks/${task.id}`;
  const isRepeating = task.repeats !== null && !task.isCompleted;
  return (
    <AppShell>
      <div className="form-page">
        <Toasts toast={failure ?? buttons.failure} />
        <Link className="back-link" to={page}>
          <Icon name="arrow-left" />
          Task
        </Link>
        <h1 className="page-title">Reminders</h1>
        <p className="subject" dir="auto">
          {task.title}
        </p>
        <div className="stack">
          <TaskReminders
            taskId={task.id}
            reminders={task.reminders}
            page={page}
            isRepeating={isRepeating}
          />
          <AddReminder
            taskId={task.id}
            hasDate={task.due !== null}
            choices={task.choices}
            page={page}
            isRepeating={isRepeating}
            lastResult={failure ? undefined : answer}
          />
        </div>
      </div>
    </AppShell>
  );
}
