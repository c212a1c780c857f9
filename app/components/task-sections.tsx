import { categories } from "#app/domain/tasks/input.ts";
import type { Task } from "./task-card.tsx";
import { TaskSection } from "./task-section.tsx";
import { useLinkNavigation } from "./use-link-navigation.ts";

/** Everything there is to do, by category. */
export function TaskSections({ tasks, newTaskId }: { tasks: Task[]; newTaskId?: string }) {
  const onClick = useLinkNavigation();
  return (
    <>
      {tasks.every((task) => task.isCompleted) && <p className="all-caught-up">You&apos;re all caught up!</p>}
      <div className="categories" onClick={onClick}>
        {categories.map((category) => (
          <TaskSection
            key={category}
            category={category}
            tasks={tasks.filter((task) => task.category === category)}
            newTaskId={newTaskId}
          />
        ))}
      </div>
    </>
  );
}

/** Instead of them, when they cannot be had; the rest of the page stands. */
export function TasksMissing({ errorId }: { errorId: string }) {
  return (
    <div role="alert" className="tasks-missing">
      <p className="font-bold">Error fetching tasks</p>
      <p>
        They are safe, but I cannot read them right now. Please load the page again in a moment. If it stays, tell
        whoever runs Mila this number: <code>{errorId}</code>
      </p>
    </div>
  );
}
