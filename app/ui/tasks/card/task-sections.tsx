import { Link } from "@remix-run/react";
import type { SyntheticEvent } from "react";
import type { FamilyFilter } from "#app/domain/tasks/input.ts";
import { type Category, CategoryIcon } from "../category-icon.tsx";
import { CardList } from "./card-list.tsx";
import { describeMails, useMailCount } from "#app/ui/shell/use-mail-count.ts";
import type { Task } from "./task.ts";
import { type HeldAs, TaskLists, useTaskLists } from "./task-lists.tsx";
import { TasksMissing } from "./tasks-missing.tsx";

interface TaskSectionsProps {
  tasks: Task[] | undefined;
  errorId: string;
  shown: readonly Category[];
  filter: FamilyFilter;
  /** Null when the list is complete. */
  moreUrl: string | null;
  /** Null where the list begins with the newest tasks. */
  newestUrl: string | null;
}

/** Lists the newest tasks first. Says so if they could not be read. */
export function TaskSections({ tasks, errorId, ...props }: TaskSectionsProps) {
  return tasks ? <ReadSections {...props} tasks={tasks} /> : <TasksMissing errorId={errorId} />;
}

function ReadSections({
  tasks: saved,
  shown,
  filter,
  moreUrl,
  newestUrl,
}: Omit<TaskSectionsProps, "errorId"> & { tasks: Task[] }) {
  const lists = useTaskLists(saved);
  const { tasks, heldAs } = lists;
  const isAllDone =
    filter === "all" && !newestUrl && heldAs.size === 0 && tasks.every((task) => task.isCompleted);
  const above = (
    <>
      {newestUrl && (
        <p className="more-tasks mb-4">
          <a className="button-secondary" href={newestUrl}>
            Back to the newest tasks
          </a>
        </p>
      )}
      {isAllDone && <AllCaughtUp />}
    </>
  );
  return (
    <>
      <TaskLists lists={lists} above={above}>
        {shown.map((category) => (
          <TaskSection
            key={category}
            category={category}
            tasks={tasks.filter((task) => task.category === category)}
            empty={
              newestUrl ? "No more of these." : filter === "week" ? "Nothing this week." : undefined
            }
            heldAs={heldAs}
          />
        ))}
      </TaskLists>
      {moreUrl && (
        <p className="more-tasks">
          <a className="button-secondary" href={moreUrl}>
            Show more tasks
          </a>
        </p>
      )}
    </>
  );
}

export function AllCaughtUp() {
  return <p className="all-caught-up">You&apos;re all caught up!</p>;
}

/** See the specification, section 2. */
export function EmptyArea({ category }: { category: Category }) {
  const mails = useMailCount();
  if (category !== "Kids") return <p className="empty">No {category.toLowerCase()} tasks yet.</p>;
  return (
    <p className="empty">
      <Link to="/mail" className="text-link">
        Nothing here right now. Want me to check school emails for sign-ups?
        {mails > 0 && ` ${describeMails(mails)}`}
      </Link>
    </p>
  );
}

/** The cards that unfold appear above the button, so the focus moves up to them. */
function focusFirstUnfolded({ currentTarget }: SyntheticEvent<HTMLDetailsElement>) {
  if (!currentTarget.open) return;
  const section = currentTarget.closest("section");
  section?.querySelector<HTMLElement>("[data-folded] .task-title a")?.focus();
}

interface TaskSectionProps {
  category: Category;
  tasks: Task[];
  /** Instead of the words of an empty area. */
  empty: string | undefined;
  heldAs: HeldAs;
}

const visibleCompleted = 3;

const maxUnfolded = 5;

function TaskSection({ category, tasks, empty, heldAs }: TaskSectionProps) {
  const headingId = `category-${category}`;
  const completed = tasks.filter(({ id, isCompleted }) => isCompleted && !heldAs.has(id));
  const folded = new Set(completed.length > maxUnfolded ? completed.slice(visibleCompleted) : []);
  const cardOf = (task: Task) => {
    const { id } = task;
    return {
      task,
      isNew: false,
      isFolded: folded.has(task),
      showsCategory: false,
      heldAs: heldAs.get(id),
    };
  };
  return (
    <section className="category" data-category={category} aria-labelledby={headingId}>
      <h2 id={headingId} className="category-heading">
        <CategoryIcon category={category} />
        {category}
      </h2>
      {tasks.length === 0 ? (
        (empty && <p className="empty">{empty}</p>) || <EmptyArea category={category} />
      ) : (
        <CardList cards={tasks.map(cardOf)} />
      )}
      {folded.size > 0 && (
        <details className="fold" onToggle={focusFirstUnfolded}>
          <summary>{folded.size} more completed</summary>
        </details>
      )}
    </section>
  );
}
