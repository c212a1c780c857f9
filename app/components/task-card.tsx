import type { FormEvent, FormEventHandler } from "react";
import { type Category, CategoryIcon } from "./category.tsx";
import { type CardDelegation, DelegationLink } from "./delegation/delegation-link.tsx";
import { DueWords } from "./due-words.tsx";
import { NoReminder } from "./no-reminder.tsx";
import { ReturnTo } from "./return-to.tsx";
import { CalendarIcon, TickIcon, TrashIcon } from "./task-icons.tsx";
import { useAttempts } from "./use-attempts.ts";

export interface Task {
  id: string;
  title: string;
  category: Category;
  description: string | null;
  assignee: string | null;
  isCompleted: boolean;
  due: { instant: string; label: string; isOverdue: boolean } | null;
  reading: { words: string; undatedTitle: string } | null;
  isUnreminded: boolean;
  delegation: CardDelegation | null;
}

/** What the server answers when it does not add the reminder that was asked for. */
interface Refusal {
  error?: { minutesBefore?: string[] };
}

interface TaskCardProps {
  task: Task;
  isNew: boolean;
  /** Out of sight until its section is unfolded. */
  isFolded: boolean;
}

/** One task. Its buttons are plain forms; with JavaScript what they do shows at once, and is put back if it fails. */
export function TaskCard({ task: saved, isNew, isFolded }: TaskCardProps) {
  const { fetcher, send, failure } = useAttempts<Refusal>(`task-${saved.id}`);
  const change = fetcher.formAction?.split("/").at(-1);
  if (change === "delete") return null;

  const task = change === "take-back" ? withoutDate(saved) : saved;

  const isCompleted = change === undefined ? task.isCompleted : change === "complete";
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    send(event.currentTarget);
  };
  const titleId = `task-${task.id}`;
  return (
    <li
      className="task"
      data-completed={isCompleted || undefined}
      data-new={isNew || undefined}
      data-folded={(isFolded && isCompleted) || undefined}
    >
      <form method="post" action={`/tasks/${task.id}/${isCompleted ? "reopen" : "complete"}`} onSubmit={onSubmit}>
        <ReturnTo />
        <button
          type="submit"
          className="task-tick"
          aria-label={isCompleted ? "Mark as incomplete" : "Mark as complete"}
          aria-describedby={titleId}
        >
          <TickIcon />
        </button>
      </form>
      <div className="task-body">
        <h3 id={titleId} className="task-title" dir="auto">
          <a href={`/tasks/${task.id}/edit`}>
            <span>{task.title}</span>
          </a>
        </h3>
        {task.description && (
          <p className="task-description" dir="auto">
            {task.description}
          </p>
        )}
        <TaskFacts task={task} isCompleted={isCompleted} isNew={isNew} onTakeBack={onSubmit} />
        {task.isUnreminded && !isCompleted && change !== "reminders" && (
          <NoReminder
            taskId={task.id}
            titleId={titleId}
            refused={fetcher.data?.error?.minutesBefore?.join(" ")}
            onSubmit={onSubmit}
          />
        )}
        {failure && (
          <p role="alert" className="field-error">
            {failure.title} {failure.message}
          </p>
        )}
      </div>
      <form method="post" action={`/tasks/${task.id}/delete`} onSubmit={onSubmit}>
        <ReturnTo />
        <button type="submit" className="task-button" aria-label="Delete task" aria-describedby={titleId}>
          <TrashIcon />
        </button>
      </form>
    </li>
  );
}

/** As it will be when the words that made the date are none. */
function withoutDate(task: Task): Task {
  return { ...task, title: task.reading?.undatedTitle ?? task.title, due: null, reading: null, isUnreminded: false };
}

interface TaskFactsProps {
  task: Task;
  isCompleted: boolean;
  isNew: boolean;
  onTakeBack: FormEventHandler<HTMLFormElement>;
}

/** What Mila understood, as small buttons that lead to changing it; the category only on a card that has just come. */
function TaskFacts({ task, isCompleted, isNew, onTakeBack }: TaskFactsProps) {
  const { id, due, category, assignee, reading, delegation } = task;
  if (isCompleted && !due && !assignee && !delegation && !isNew) return null;
  return (
    <div className="task-facts">
      {isNew && (
        <a className="chip" data-category={category} href={`/tasks/${id}/edit`}>
          <CategoryIcon category={category} />
          {category}
        </a>
      )}
      {(due || !isCompleted) && (
        <a className="chip" data-overdue={(due?.isOverdue && !isCompleted) || undefined} href={`/tasks/${id}/date`}>
          <CalendarIcon />
          {due ? <time dateTime={due.instant}>{due.label}</time> : "Add a date"}
          {due?.isOverdue && !isCompleted && " · overdue"}
        </a>
      )}
      {reading && !isCompleted && <DueWords taskId={id} words={reading.words} onSubmit={onTakeBack} />}
      {assignee && <span className="badge">{assignee}</span>}
      {(delegation || !isCompleted) && <DelegationLink taskId={id} delegation={delegation} assignee={assignee} />}
    </div>
  );
}
