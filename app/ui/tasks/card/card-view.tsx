import type { FormEventHandler, RefObject } from "react";
import { Icon } from "#app/ui/icons/icon.tsx";
import { ReturnTo, SeenDue } from "#app/ui/kit/hidden-fields.tsx";
import { offWhenDone } from "../done-reason.tsx";
import { CardFacts } from "./card-facts.tsx";
import type { Task } from "./task.ts";

interface CardViewProps {
  task: Task;
  isNew: boolean;
  isFolded: boolean;
  showsCategory: boolean;
  isCompleted: boolean;
  /** True if it was completed a moment ago, on this page. */
  wasCompletedHere?: boolean;
  isHeld?: boolean;
  isGone?: boolean;
  /** The last part of the address to which the card is being sent. */
  pendingAction?: string;
  problem?: string;
  card?: RefObject<HTMLLIElement>;
  onSubmit?: FormEventHandler<HTMLFormElement>;
}

/** Uses no state or router, because the server renders it alone and caches it (`CardList`). */
export function CardView({ task, isCompleted, pendingAction, ...props }: CardViewProps) {
  const { isNew, isFolded, wasCompletedHere, isHeld, isGone, problem, card, onSubmit } = props;
  const titleId = `task-${task.id}`;
  return (
    <li
      ref={card}
      className="task"
      data-completed={isCompleted || undefined}
      data-new={isNew || undefined}
      data-folded={(isFolded && isCompleted) || undefined}
      data-held={isHeld || undefined}
      data-gone={isGone || undefined}
      // The buttons of a deleted task would do nothing.
      {...(isGone && { inert: "" })}
    >
      {/* One form serves all of a card's buttons through `formAction`. */}
      <form
        method="post"
        action={`/tasks/${task.id}/${isCompleted ? "reopen" : "complete"}`}
        onSubmit={onSubmit}
      >
        <ReturnTo />
        <SeenDue due={task.due} />
        <button
          type="submit"
          className="task-tick"
          aria-label={isCompleted ? "Mark as incomplete" : "Mark as complete"}
          aria-describedby={titleId}
        >
          <Icon name="check" />
        </button>
        <div className="task-body">
          <h3 id={titleId} className="task-title" dir="auto">
            <a href={`/tasks/${task.id}`}>
              <span>{task.title}</span>
            </a>
          </h3>
          <Description text={task.description} />
          <div className="task-line">
            {wasCompletedHere ? (
              <UndoDone titleId={titleId} task={task} />
            ) : (
              <CardFacts
                task={task}
                isCompleted={isCompleted}
                isNew={isNew}
                showsCategory={props.showsCategory}
                isReminding={pendingAction === "reminders"}
              />
            )}
          </div>
          {task.possibleChild && pendingAction !== "child" && (
            <ChildQuestion taskId={task.id} name={task.possibleChild} />
          )}
          {problem && (
            <p role="alert" className="field-error">
              {problem}
            </p>
          )}
        </div>
        <CardActions
          id={task.id}
          titleId={titleId}
          isCompleted={isCompleted}
          isRepeating={task.repeats !== null && !isCompleted}
          sending={pendingAction}
        />
      </form>
    </li>
  );
}

function Description({ text }: { text: string | null }) {
  if (!text) return null;
  return (
    <p className="task-description" dir="auto">
      {text}
    </p>
  );
}

function UndoDone({ titleId, task }: { titleId: string; task: Task }) {
  return (
    <span className="task-undo">
      {task.repeats?.doneFor ?? "Task completed"} ·{" "}
      <button type="submit" className="text-link" name="undo" value="on" aria-describedby={titleId}>
        Undo
      </button>
    </span>
  );
}

interface ChildQuestionProps {
  taskId: string;
  name: string;
}

/** Part of a card's own form. */
function ChildQuestion({ taskId, name }: ChildQuestionProps) {
  const question = `child-${taskId}`;
  const props = { type: "submit", name: "answer", formAction: `/tasks/${taskId}/child` } as const;
  return (
    <div className="child-question">
      <p id={question}>
        Is <bdi>{name}</bdi> one of your children?
      </p>
      <div>
        <button {...props} value="yes" className="row-button" aria-describedby={question}>
          Yes
        </button>
        <button {...props} value="no" className="row-button" aria-describedby={question}>
          No
        </button>
      </div>
    </div>
  );
}

interface CardActionsProps {
  id: string;
  titleId: string;
  isCompleted: boolean;
  isRepeating: boolean;
  sending?: string;
}

const deletions = [
  ["one", "Delete only this one"],
  ["all", "Delete the whole series"],
] as const;

function CardActions({ id, titleId, isCompleted, isRepeating, sending }: CardActionsProps) {
  const page = `/tasks/${id}`;
  return (
    <details className="card-menu task-actions">
      <summary
        className="task-button"
        aria-label="More"
        aria-describedby={titleId}
        aria-busy={sending === "calendar" || undefined}
        title="More"
      >
        <Icon name="ellipsis" />
      </summary>
      <div className="card-menu-panel">
        <a
          className="menu-item"
          href={`${page}/delegate`}
          {...offWhenDone(isCompleted, "done-reason", titleId)}
        >
          <Icon name="user-round-plus" />
          Delegate
        </a>
        <button
          type="submit"
          className="menu-item"
          formAction={`${page}/calendar`}
          {...offWhenDone(isCompleted, "done-reason", titleId)}
        >
          <Icon name="calendar-plus" />
          Add to calendar
        </button>
        {isRepeating ? (
          <>
            <button
              type="submit"
              className="menu-item"
              formAction={`${page}/skip`}
              aria-describedby={titleId}
            >
              <Icon name="skip-forward" />
              Skip this time
            </button>
            {deletions.map(([scope, label]) => (
              <button
                key={scope}
                type="submit"
                className="menu-item"
                formAction={`${page}/delete`}
                name="scope"
                value={scope}
                aria-describedby={titleId}
              >
                <Icon name="trash" />
                {label}
              </button>
            ))}
          </>
        ) : (
          <button
            type="submit"
            className="menu-item"
            formAction={`${page}/delete`}
            aria-describedby={titleId}
          >
            <Icon name="trash" />
            Delete task
          </button>
        )}
      </div>
    </details>
  );
}
