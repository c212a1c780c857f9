import type { Task } from "./task.ts";
import { type Category, CategoryIcon } from "../category-icon.tsx";
import { CardList } from "./card-list.tsx";

interface TaskSectionProps {
  category: Category;
  tasks: Task[];
  emptyText: string;
  newTaskId?: string;
  /** Tasks that were just completed or deleted and keep their place for a few seconds. */
  heldAs: ReadonlyMap<string, "completed" | "deleted">;
}

const visibleCompleted = 3;
const maxUnfolded = 5;

export function TaskSection({ category, tasks, emptyText, newTaskId, heldAs }: TaskSectionProps) {
  const headingId = `category-${category}`;
  const completed = tasks.filter(({ id, isCompleted }) => isCompleted && !heldAs.has(id));
  const folded = new Set(completed.length > maxUnfolded ? completed.slice(visibleCompleted) : []);
  const cardOf = (task: Task) => {
    const { id } = task;
    return { task, isNew: id === newTaskId, isFolded: folded.has(task), heldAs: heldAs.get(id) };
  };
  return (
    <section className="category" data-category={category} aria-labelledby={headingId}>
      <h2 id={headingId} className="category-heading">
        <CategoryIcon category={category} />
        {category}
      </h2>
      {tasks.length === 0 ? (
        <p className="empty">{emptyText}</p>
      ) : (
        <CardList cards={tasks.map(cardOf)} />
      )}
      {folded.size > 0 && (
        <details className="fold">
          <summary>{folded.size} more completed</summary>
        </details>
      )}
    </section>
  );
}
