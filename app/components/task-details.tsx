import { Link } from "@remix-run/react";
import { CalendarDays, UserRound } from "lucide-react";
import { type Category, CategoryIcon } from "./category.tsx";
import { delegationBadges } from "./delegation/delegation-badge.tsx";

interface TaskDetailsProps {
  task: {
    id: string;
    title: string;
    category: Category;
    description: string | null;
    assignee: string | null;
    isCompleted: boolean;
    delegationStatus: keyof typeof delegationBadges;
    due: { instant: string; label: string; isOverdue: boolean } | null;
    addedBy: string;
    addedOn: string;
  };
}

/** What a task is: what, when, who, and where it came from. */
export function TaskDetails({ task }: TaskDetailsProps) {
  const { id, title, category, description, assignee, isCompleted, due } = task;
  const badge = delegationBadges[task.delegationStatus];
  const isOverdue = due?.isOverdue && !isCompleted;
  return (
    <header className="task-details" data-completed={isCompleted || undefined}>
      <p className="category-heading" data-category={category}>
        <CategoryIcon category={category} />
        {category}
      </p>
      <h1 className="page-title" dir="auto">
        {title}
      </h1>
      {description && (
        <p className="whitespace-pre-line" dir="auto">
          {description}
        </p>
      )}
      <p className="task-detail">
        <CalendarDays className="icon" aria-hidden="true" />
        <Link className="chip" to={`/tasks/${id}/date`} data-overdue={isOverdue || undefined}>
          {due ? <time dateTime={due.instant}>{due.label}</time> : "Add a date"}
          {isOverdue && " · overdue"}
        </Link>
      </p>
      {(assignee || badge) && (
        <p className="task-detail">
          <UserRound className="icon" aria-hidden="true" />
          {assignee && <span dir="auto">{assignee}</span>}
          {badge && <span className="badge">{badge}</span>}
        </p>
      )}
      <p className="hint">
        Added by <span dir="auto">{task.addedBy}</span>, {task.addedOn}
      </p>
    </header>
  );
}
