import { ButtonForm } from "../shell/page-form.tsx";
import { ConfirmedButton } from "../shell/confirmed-button.tsx";
import { PageLink } from "../shell/page-link.tsx";
import type { Category } from "./category-icon.tsx";
import { DueTime, type ShownDue } from "./date/due-time.tsx";

interface DeletedTask {
  id: string;
  title: string;
  category: Category;
  due: ShownDue | null;
  /** "by Sam, today at 8:10 PM" */
  deleted: string;
}

interface DeletedTasksProps {
  tasks: readonly DeletedTask[];
  /** The instants between which they were deleted; null if there are none. */
  span: { from: string; until: string } | null;
  older: string | null;
}

/** Restores tasks one by one, or all that are shown. */
export function DeletedTasks({ tasks, span, older }: DeletedTasksProps) {
  if (tasks.length === 0) return null;
  return (
    <section className="panel-section" aria-labelledby="deleted-tasks">
      <h2 id="deleted-tasks">Tasks</h2>
      {span && tasks.length > 1 && (
        <ConfirmedButton
          label={`Restore all ${tasks.length}`}
          question="They come back with their dates and reminders."
          action={`/deleted/restore?${new URLSearchParams(span)}`}
          confirmLabel={`Restore ${tasks.length} tasks`}
        />
      )}
      <ul className="rows">
        {tasks.map(({ id, title, category, due, deleted }) => (
          <li key={id} className="row">
            <h3 className="row-name" dir="auto">
              {title}
            </h3>
            <p className="row-facts">
              <span>{category}</span> <span>{due ? <DueTime due={due} /> : "No date"}</span>{" "}
              <span>
                Deleted <bdi>{deleted}</bdi>
              </span>
            </p>
            <Restore action={`/tasks/${id}/restore`} name={title} />
          </li>
        ))}
      </ul>
      {older && <PageLink to={`/deleted?before=${older}`}>Older ones</PageLink>}
    </section>
  );
}

interface DeletedListsProps {
  lists: readonly { id: string; name: string; deletedOn: string }[];
}

export function DeletedLists({ lists }: DeletedListsProps) {
  if (lists.length === 0) return null;
  return (
    <section className="panel-section" aria-labelledby="deleted-lists">
      <h2 id="deleted-lists">Lists</h2>
      <ul className="rows">
        {lists.map(({ id, name, deletedOn }) => (
          <li key={id} className="row">
            <h3 className="row-name" dir="auto">
              {name}
            </h3>
            <p className="row-facts">
              <span>Deleted {deletedOn}</span>
            </p>
            <Restore action={`/lists/${id}/restore`} name={name} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Restore({ action, name }: { action: string; name: string }) {
  return (
    <ButtonForm action={action} className="row-actions">
      <input type="hidden" name="redirectTo" value="/deleted" />
      <button type="submit" className="row-button" aria-label={`Restore: ${name}`}>
        Restore
      </button>
    </ButtonForm>
  );
}
