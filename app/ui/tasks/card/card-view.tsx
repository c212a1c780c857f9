import type { MouseEventHandler, RefObject } from "react";
import { CardFacts } from "./card-facts.tsx";
import { CardMenu } from "./card-menu.tsx";
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
  isMenuOpen?: boolean;
  problem?: string;
  card?: RefObject<HTMLLIElement>;
  onClick?: MouseEventHandler<HTMLLIElement>;
}

/** Uses no state or router, because the server renders it alone and caches it (`CardList`). */
export function CardView({ card, onClick, ...props }: CardViewProps) {
  const { task, isCompleted, isNew, isFolded, isHeld, isGone } = props;
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
      onClick={onClick}
    >
      <button
        type="submit"
        className="tick"
        aria-label={`${isCompleted ? "Mark as incomplete" : "Mark as complete"}: ${task.title}`}
        formAction={`/tasks/${task.id}/${isCompleted ? "reopen" : "complete"}`}
        // A task that was moved since is not completed.
        {...(!isCompleted && { name: "seenDue", value: task.due?.local ?? "" })}
      />
      <CardBody {...props} />
      <More {...props} />
    </li>
  );
}

function CardBody({ task, isCompleted, pendingAction, problem, ...props }: CardViewProps) {
  return (
    <div className="task-body">
      <h3 id={`task-${task.id}`} className="task-title" dir="auto">
        <a href={`/tasks/${task.id}`}>{task.title}</a>
      </h3>
      <Description text={task.description} />
      <div className="task-line">
        {props.wasCompletedHere ? (
          <UndoDone task={task} />
        ) : (
          <CardFacts
            task={task}
            isCompleted={isCompleted}
            isNew={props.isNew}
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
  );
}

/** Opens a menu. Without JavaScript, it leads to the task's page, which offers the same. */
function More({
  task: { id, title, repeats },
  isCompleted,
  isMenuOpen,
  pendingAction,
}: CardViewProps) {
  return (
    <>
      <a
        className="more"
        href={`/tasks/${id}`}
        aria-label={`More: ${title}`}
        aria-expanded={isMenuOpen || undefined}
        aria-busy={pendingAction === "calendar" || undefined}
      />
      {isMenuOpen && (
        <CardMenu
          id={id}
          isCompleted={isCompleted}
          isRepeating={repeats !== null && !isCompleted}
        />
      )}
    </>
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

function UndoDone({ task }: { task: Task }) {
  return (
    <span className="task-undo">
      {task.repeats?.doneFor ?? "Task completed"} ·{" "}
      <button
        type="submit"
        className="text-link"
        name="undo"
        value="on"
        formAction={`/tasks/${task.id}/reopen`}
        aria-label={`Undo: ${task.title}`}
      >
        Undo
      </button>
    </span>
  );
}

interface ChildQuestionProps {
  taskId: string;
  name: string;
}

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
