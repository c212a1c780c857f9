import { type FormEvent, useContext, useEffect, useRef, useState } from "react";
import { takeFocus } from "#app/client/navigation/focus-card.ts";
import { CardActions } from "./card-actions.tsx";
import { CardFacts } from "./card-facts.tsx";
import { ChildQuestion } from "./child-question.tsx";
import { HoldContext } from "./hold-context.ts";
import { ReturnTo } from "../../ui/return-to.tsx";
import { Icon } from "../../icons/icon.tsx";
import type { Task } from "./task.ts";
import { randomId } from "#app/client/random-id.ts";
import { useWhenOnline } from "#app/client/saving/use-when-online.ts";
import { useRetryableSubmit } from "#app/client/saving/use-retryable-submit.ts";

interface Refusal {
  error?: { minutesBefore?: string[] };
}

interface TaskCardProps {
  task: Task;
  isNew: boolean;
  isFolded: boolean;
  heldAs: "completed" | "deleted" | undefined;
}

/** Shows changes before they are saved and reverts them on failure. */
export function TaskCard({ task: saved, isNew, isFolded, heldAs }: TaskCardProps) {
  const [pressed, setPressed] = useState<PressedButton>();
  const { fetcher, send, failure, forget } = useRetryableSubmit<Refusal>(`task-${saved.id}`);
  useWhenOnline(failure !== undefined, forget);
  const pendingAction = fetcher.formAction?.split("/").at(-1);
  const hold = useContext(HoldContext);
  const card = useRef<HTMLLIElement>(null);
  const isGone = pendingAction === "delete" || pendingAction === "skip" || heldAs === "deleted";
  const isHeld = isGone || heldAs !== undefined;
  useEffect(() => {
    if (!isGone) takeFocus(saved.id);
  });
  useEffect(() => {
    if (!isHeld) card.current?.style.removeProperty("min-height");
  }, [isHeld]);

  const task = pendingAction === "clear-date" ? withoutDate(saved) : saved;
  const refused = fetcher.data?.error?.minutesBefore?.join(" ");
  const problem = failure ? `${failure.title} ${failure.message}` : refused;
  const isCompleted = pendingAction === "complete" || (pendingAction !== "reopen" && task.isCompleted);
  const wasCompletedHere = heldAs === "completed" && isCompleted;
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const button = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement;
    const pressedNow = pressedButton(button, form);
    setPressed(pressedNow);
    const { formAction: action } = pressedNow;
    const fields = new FormData(form, button);
    // This card offers to undo it, so the answer needs no toast.
    if (action.endsWith("/complete")) fields.set("inPlace", "on");
    if (/\/(complete|reopen)$/.test(action)) fields.set("changeId", randomId());
    send(fields, { method: "post", action });
    const done = action.endsWith("/complete") ? "completed" : /\/(delete|skip)$/.test(action) ? "deleted" : null;
    if (done) {
      // The cards below stay where they are.
      card.current?.style.setProperty("min-height", `${card.current.offsetHeight}px`);
      button.closest("details")?.removeAttribute("open");
      hold(saved, done);
    }
    if (action.endsWith("/reopen") && button.name === "undo") titleOf(form)?.focus();
  };
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
      // Buttons of a deleted task would do nothing.
      {...(isGone && { inert: "" })}
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
          <Icon name="check" />
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
            {wasCompletedHere ? (
              <span className="task-undo">
                Task completed ·{" "}
                <button type="submit" className="text-link" name="undo" value="on" aria-describedby={titleId}>
                  Undo
                </button>
              </span>
            ) : (
              <CardFacts
                task={task}
                isCompleted={isCompleted}
                isNew={isNew}
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
              {failure && (
                <button type="submit" className="text-link ml-2" {...pressed}>
                  Try again
                </button>
              )}
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

interface PressedButton {
  formAction: string;
  name?: string;
  value?: string;
}

/** For a button that sends the same again. */
function pressedButton(button: HTMLButtonElement, form: HTMLFormElement): PressedButton {
  const formAction = button.getAttribute("formaction") ?? form.getAttribute("action") ?? "";
  return button.name ? { formAction, name: button.name, value: button.value } : { formAction };
}
const titleOf = (form: HTMLFormElement) => form.querySelector<HTMLElement>(".task-title a");

function withoutDate(task: Task): Task {
  return {
    ...task,
    title: task.reading?.undatedTitle ?? task.title,
    due: null,
    repeats: null,
    reading: null,
    others: null,
    reminderChoices: [],
    remindsAt: null,
  };
}
