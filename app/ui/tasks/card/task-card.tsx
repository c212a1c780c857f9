import { type FormEvent, useContext, useEffect, useRef } from "react";
import { takeFocus } from "#app/ui/navigation/focus-card.ts";
import { failureToast } from "#app/ui/live/toast.tsx";
import { CardView } from "./card-view.tsx";
import { FailureContext, HoldContext } from "./hold-context.ts";
import type { Task } from "./task.ts";
import { randomId } from "#app/ui/saving/random-id.ts";
import { useWhenOnline } from "#app/ui/saving/use-when-online.ts";
import { useRetryableSubmit } from "#app/ui/saving/use-retryable-submit.ts";

interface Refusal {
  error?: { minutesBefore?: string[] };
}

export interface TaskCardProps {
  task: Task;
  isNew: boolean;
  isFolded: boolean;
  showsCategory: boolean;
  heldAs: "completed" | "deleted" | undefined;
}

/** Shows changes before they are saved and reverts them on failure. */
export function TaskCard({ task: saved, isNew, isFolded, showsCategory, heldAs }: TaskCardProps) {
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
  const problem = fetcher.data?.error?.minutesBefore?.join(" ");
  const isCompleted =
    pendingAction === "complete" || (pendingAction !== "reopen" && task.isCompleted);
  const wasCompletedHere = heldAs === "completed" && isCompleted;
  const sendAgain = useRef<() => void>();
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const button = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement;
    const action = button.getAttribute("formaction") ?? form.getAttribute("action") ?? "";
    const fields = new FormData(form, button);
    // This card offers to undo it, so the response needs no toast.
    if (action.endsWith("/complete")) fields.set("inPlace", "on");
    if (/\/(complete|reopen)$/.test(action)) fields.set("changeId", randomId());
    const done = action.endsWith("/complete")
      ? "completed"
      : /\/(delete|skip)$/.test(action)
        ? "deleted"
        : null;
    sendAgain.current = () => {
      send(fields, { method: "post", action });
      // Keeps the cards below in place.
      if (done) card.current?.style.setProperty("min-height", `${card.current.offsetHeight}px`);
      if (done) hold(saved, done);
    };
    sendAgain.current();
    if (done) button.closest("details")?.removeAttribute("open");
    if (action.endsWith("/reopen") && button.name === "undo") titleOf(form)?.focus();
  };
  const showFailure = useContext(FailureContext);
  const { data } = fetcher;
  useEffect(() => {
    const toast = failure && failureToast(data);
    showFailure(
      saved.id,
      toast && { ...toast, taskTitle: saved.title, onRetry: () => sendAgain.current?.() },
    );
    return () => showFailure(saved.id, undefined);
  }, [failure, data, showFailure, saved.id, saved.title]);
  const state = {
    isCompleted,
    wasCompletedHere,
    isHeld,
    isGone,
    isNew,
    isFolded,
    showsCategory,
    pendingAction,
    problem,
  };
  return <CardView task={task} {...state} card={card} onSubmit={onSubmit} />;
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
    unused: null,
    reminderChoices: [],
    remindsAt: null,
  };
}
