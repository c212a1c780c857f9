import { type FormEvent, useContext, useEffect, useRef, useState } from "react";
import { takeFocus } from "#app/client/navigation/focus-card.ts";
import { CardView, type PressedButton } from "./card-view.tsx";
import { HoldContext } from "./hold-context.ts";
import type { Task } from "./task.ts";
import { randomId } from "#app/client/random-id.ts";
import { useWhenOnline } from "#app/client/saving/use-when-online.ts";
import { useRetryableSubmit } from "#app/client/saving/use-retryable-submit.ts";

interface Refusal {
  error?: { minutesBefore?: string[] };
}

export interface TaskCardProps {
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
  const retry = failure && { ...pressed };
  const state = { isCompleted, wasCompletedHere, isHeld, isGone, isNew, isFolded, pendingAction, problem, retry };
  return <CardView task={task} {...state} card={card} onSubmit={onSubmit} />;
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
