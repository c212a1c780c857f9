import { data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { isRouteErrorResponse, useLoaderData, useRouteError } from "@remix-run/react";
import { AddReminder } from "#app/ui/reminders/add-reminder.tsx";
import { BackLink } from "#app/ui/shell/back-link.tsx";
import { RequestHistory } from "#app/ui/delegation/request-history.tsx";
import { pageTitle } from "#app/ui/shell/page-title.ts";
import { ErrorPage, errorTitle } from "#app/ui/shell/error-page.tsx";
import { FormPage } from "#app/ui/shell/form-page.tsx";
import { useDialog } from "#app/ui/shell/dialog.tsx";
import { PageLink, useButtonForms, ButtonForm } from "#app/ui/shell/page-form.tsx";
import { AddItems } from "#app/ui/lists/add-items.tsx";
import { type ChecklistItem, ItemTicks } from "#app/ui/tasks/checklist/item-ticks.tsx";
import { TaskAhead } from "#app/ui/tasks/task-ahead.tsx";
import { DoneButtons, TaskButtons } from "#app/ui/tasks/task-buttons.tsx";
import { TaskDetails } from "#app/ui/tasks/task-details.tsx";
import { TaskHistory } from "#app/ui/tasks/task-history.tsx";
import { TaskReminders } from "#app/ui/reminders/task-reminders.tsx";
import { Toasts } from "#app/ui/live/toast.tsx";
import { OfflineNote } from "#app/ui/offline/offline-note.tsx";
import { taskActions, deletedTaskActions } from "#app/ui/offline/task-actions.ts";
import { usePreloadedActions } from "#app/ui/saving/preloaded-actions.ts";
import { findTaskAhead } from "#app/domain/pages/task-ahead.server.ts";
import {
  type DeletedTask,
  findDeletedTask,
  findTaskPage,
  type TaskPage,
} from "#app/domain/pages/task-page.server.ts";
import { findReplacement } from "#app/domain/series/card-series.server.ts";
import { findTaskOrDeleted } from "#app/domain/tasks/find-tasks.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { findOrigin } from "#app/domain/mail/mails.server.ts";
import { canSendEmail, encryptionKey } from "#app/server/instance.server.ts";
import { database } from "#db/connection.server.ts";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";
export { getOnly as action } from "#app/server/http-errors.server.ts";

export const meta: MetaFunction<typeof loader> = ({ data: page, error }) => {
  const title = (page?.task ?? page?.ahead)?.title ?? "Task";
  return [{ title: error && !deletedTask(error) ? errorTitle(error) : pageTitle(title) }];
};

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const id = args.params.id ?? "";
  const task = await findTaskPage(database(), viewer, id, canSendEmail);
  if (task) {
    const mail = await findOrigin(database(), task.id, encryptionKey);
    return { task: { ...task, mail }, ahead: null };
  }
  const ahead = await findTaskAhead(database(), viewer, id);
  if (ahead) return { task: null, ahead };
  // A reminder's link may be opened after the next occurrence has replaced its task.
  const missed = await findTaskOrDeleted(database(), viewer, id);
  const replacement = missed && (await findReplacement(database(), missed.id));
  if (replacement) throw redirect(`/tasks/${replacement}`);
  throw data(missed ? await findDeletedTask(database(), viewer, missed) : null, { status: 404 });
}

export default function TaskRoute() {
  const { task, ahead } = useLoaderData<typeof loader>();
  usePreloadedActions(taskActions);
  return task ? <Task task={task} /> : <TaskAhead {...ahead} />;
}

function Task({ task }: { task: TaskPage & { mail: string | null } }) {
  const { failure } = useButtonForms();
  // The dashboard under a dialog has its own.
  const isInDialog = useDialog() !== null;
  const page = `/tasks/${task.id}`;
  const isRepeating = task.repeats !== null && !task.isCompleted;
  return (
    <FormPage title={task.title} back={<BackLink to="/dashboard">All tasks</BackLink>}>
      <Toasts toast={failure} />
      {!isInDialog && <OfflineNote />}
      <TaskDetails task={task} />
      <DoneButtons
        id={task.id}
        due={task.due}
        isCompleted={task.isCompleted}
        snoozeId={task.snoozeId}
      />
      <Checklist page={`${page}/checklist`} returnTo={page} items={task.checklist} />
      <TaskButtons id={task.id} isCompleted={task.isCompleted} isRepeating={isRepeating} />
      {task.due && (
        <p className="mt-3">
          <a className="text-link" href={`${page}/calendar.ics`} download="mila.ics">
            Download for any calendar (.ics)
          </a>
        </p>
      )}
      {task.soFar && <SeriesHistory {...task.soFar} />}
      <RequestHistory requests={task.requests} />
      <section className="settings-section" aria-labelledby="reminders">
        <h2 id="reminders" className="section-title">
          Reminders
        </h2>
        <TaskReminders
          taskId={task.id}
          reminders={task.reminders}
          page={page}
          isRepeating={isRepeating}
        />
        {!task.isCompleted && (
          <AddReminder
            taskId={task.id}
            hasDate={task.due !== null}
            choices={task.choices}
            page={page}
            isRepeating={isRepeating}
          />
        )}
      </section>
      <TaskHistory entries={task.history} />
    </FormPage>
  );
}

interface ChecklistProps {
  page: string;
  returnTo: string;
  items: ChecklistItem[];
}

/** A longer list pushes what follows it far down. */
const maxBeforeSkip = 20;

function Checklist({ page, returnTo, items }: ChecklistProps) {
  if (items.length === 0) return null;
  const ticked = items.filter(({ isTicked }) => isTicked).length;
  return (
    <section id="checklist" className="settings-section" aria-labelledby="checklist-title">
      <div className="items-head">
        <h2 id="checklist-title" className="section-title">
          Checklist{" "}
          <span className="hint">
            {ticked} of {items.length}
          </span>
        </h2>
        <PageLink className="row-button" to={page}>
          Change
        </PageLink>
        {items.length > maxBeforeSkip && (
          <a className="row-button" href="#task-buttons">
            Skip the list
          </a>
        )}
      </div>
      <ItemTicks page={page} items={items} />
      <AddItems
        action={page}
        returnTo={returnTo}
        label="Add to the checklist"
        button="button-secondary"
        suggestions={[]}
        placeholder="Add something"
      />
    </section>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  const isInDialog = useDialog() !== null;
  const deleted = deletedTask(error);
  if (deleted) return <Deleted task={deleted} />;
  // Rethrowing replaces the dialog with the error page. On the server, it would abort rendering.
  if (isInDialog) throw error;
  return <ErrorPage error={error} />;
}

function deletedTask(error: unknown): DeletedTask | null {
  return isRouteErrorResponse(error) && error.data?.words ? error.data : null;
}

function Deleted({ task: { id, title, words, history } }: { task: DeletedTask }) {
  usePreloadedActions(deletedTaskActions);
  const { failure } = useButtonForms();
  return (
    <FormPage title={title} back={<BackLink to="/dashboard">All tasks</BackLink>}>
      <Toasts toast={failure} />
      <p role="status">{words}.</p>
      <ButtonForm action={`/tasks/${id}/restore`} className="mt-4">
        <button type="submit" className="button-secondary">
          Undo
        </button>
      </ButtonForm>
      <TaskHistory entries={history} />
    </FormPage>
  );
}

interface SeriesHistoryProps {
  past: { number: number; day: string; words: string }[];
  inARow: number;
}

const fewest = 3;

function SeriesHistory({ past, inARow }: SeriesHistoryProps) {
  if (past.length === 0) return null;
  return (
    <section className="settings-section" aria-labelledby="so-far">
      <h2 id="so-far" className="section-title">
        So far
      </h2>
      {inARow >= fewest && <p className="hint mb-2">Done {inARow} times in a row</p>}
      <ul>
        {past.map(({ number, day, words }) => (
          <li key={number} className="min-h-8">
            {day}
            <span className="text-ink-soft">
              {" "}
              · <bdi>{words}</bdi>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
