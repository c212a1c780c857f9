import type { FormEvent } from "react";
import { CardActions } from "./card-actions.tsx";
import { CardFacts } from "./card-facts.tsx";
import { ReturnTo } from "../../ui/return-to.tsx";
import { TickIcon } from "../task-icons.tsx";
import type { Task } from "./task.ts";
import { useRetryableSubmit } from "#app/client/saving/use-retryable-submit.ts";

interface Refusal {
  error?: { minutesBefore?: string[] };
}

interface TaskCardProps {
  task: Task;
  isNew: boolean;
  isFolded: boolean;
}

/** Shows changes before they are saved and reverts them on failure. */
export function TaskCard({ task: saved, isNew, isFolded }: TaskCardProps) {
  const { fetcher, send, failure } = useRetryableSubmit<Refusal>(`task-${saved.id}`);
  const pendingAction = fetcher.formAction?.split("/").at(-1);
  if (pendingAction === "delete") return null;

  const task = pendingAction === "clear-date" ? withoutDate(saved) : saved;
  const refused = fetcher.data?.error?.minutesBefore?.join(" ");
  const problem = failure ? `${failure.title} ${failure.message}` : refused;
  const isCompleted = pendingAction === "complete" || (pendingAction !== "reopen" && task.isCompleted);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    send((event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement);
  };
  const titleId = `task-${task.id}`;
  return (
    <li
      className="task"
      data-completed={isCompleted || undefined}
      data-new={isNew || undefined}
      data-folded={(isFolded && isCompleted) || undefined}
    >
      {/* One form serves all of a card's buttons through `formAction`. */}
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
        <div className="task-body">
          <h3 id={titleId} className="task-title" dir="auto">
            <a href={`/tasks/${task.id}`}>
              <span>{task.title}</span>
            </a>
          </h3>
          {task.description && (
            <p className="task-description" dir="auto">
              {task.description}
            </p>
          )}
          <div className="task-line">
            <CardFacts
              task={task}
              isCompleted={isCompleted}
              isNew={isNew}
              isUnreminded={task.isUnreminded && !isCompleted && pendingAction !== "reminders"}
            />
            <CardActions id={task.id} titleId={titleId} isCompleted={isCompleted} sending={pendingAction} />
          </div>
          {problem && (
            <p role="alert" className="field-error">
              {problem}
            </p>
          )}
        </div>
      </form>
    </li>
  );
}

function withoutDate(task: Task): Task {
  return {
    ...task,
    title: task.reading?.undatedTitle ?? task.title,
    due: null,
    repeats: null,
    reading: null,
    others: null,
    isUnreminded: false,
  };
}
