import { type Category, CategoryIcon } from "./category.tsx";
import { type Task, TaskCard } from "./task-card.tsx";

interface TaskSectionProps {
  category: Category;
  tasks: Task[];
  newTaskId?: string;
}

/** The tasks of one category, open before completed. */
export function TaskSection({ category, tasks, newTaskId }: TaskSectionProps) {
  const headingId = `category-${category}`;
  return (
    <section className="category" data-category={category} aria-labelledby={headingId}>
      <h2 id={headingId} className="category-heading">
        <CategoryIcon category={category} />
        {category}
      </h2>
      {tasks.length === 0 ? (
        <p className="empty">{emptyText(category)}</p>
      ) : (
        <ul className="task-list">
          {tasks.map((task) => (
            <TaskCard key={task.id} task={task} isNew={task.id === newTaskId} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** The specification's words (section 2). */
function emptyText(category: Category): string {
  return category === "Kids"
    ? "Nothing here right now. Want me to check school emails for sign-ups?"
    : `No ${category.toLowerCase()} tasks yet.`;
}
