import type { Task } from "./task.ts";
import { CategoryIcon } from "../category-icon.tsx";
import { DelegationLink } from "#app/components/delegation/delegation-link.tsx";
import { DueWords } from "../date/due-words.tsx";
import { NoReminder } from "#app/components/reminders/no-reminder.tsx";

interface CardFactsProps {
  task: Task;
  isCompleted: boolean;
  isNew: boolean;
  isUnreminded: boolean;
}

export function CardFacts({ task, isCompleted, isNew, isUnreminded }: CardFactsProps) {
  const { id, due, category, assignee, reading, delegation } = task;
  const isOverdue = due?.isOverdue && !isCompleted;
  return (
    <>
      {isNew && (
        <a className="chip" data-category={category} href={`/tasks/${id}/edit`}>
          <CategoryIcon category={category} />
          {category}
        </a>
      )}
      {(due || !isCompleted) && (
        <a className="chip" data-overdue={isOverdue || undefined} href={`/tasks/${id}/date`}>
          {due ? <time dateTime={due.instant}>{due.label}</time> : "Add a date"}
          {isOverdue && " · overdue"}
        </a>
      )}
      {reading && !isCompleted && <DueWords taskId={id} words={reading.words} />}
      {assignee && <span className="badge">{assignee}</span>}
      {delegation && <DelegationLink taskId={id} delegation={delegation} assignee={assignee} />}
      {isUnreminded && <NoReminder taskId={id} />}
    </>
  );
}
