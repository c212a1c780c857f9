import { type MouseEvent, useContext, useEffect, useRef } from "react";
import { takeFocus } from "#app/ui/navigation/focus-card.ts";
import { failureToast } from "#app/ui/live/toast.tsx";
import { CardView } from "./card-view.tsx";
import { AnnounceContext, FailureContext, HoldContext } from "./hold-context.ts";
import { openMenu, useIsMenuOpen } from "./open-menu.ts";
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
  const isMenuOpen = useIsMenuOpen(saved.id);
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
  const press = (button: HTMLButtonElement) => {
    const action = button.getAttribute("formaction")!;
    const fields = new FormData(button.form!, button);
    if (/\/(complete|reopen)$/.test(action)) {
      // This card shows the change and offers to undo it, so the response needs no toast.
      fields.set("inPlace", "on");
      fields.set("changeId", randomId());
    }
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
    if (action.endsWith("/reopen") && button.name === "undo") titleOf(card.current)?.focus();
  };
  const onClick = (event: MouseEvent<HTMLLIElement>) => {
    const pressed = (event.target as Element).closest<HTMLElement>("button, a");
    if (!pressed || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const more = event.currentTarget.querySelector<HTMLElement>(".more");
    if (pressed === more) {
      event.preventDefault();
      openMenu(isMenuOpen ? null : saved.id);
      return;
    }
    if (isMenuOpen) {
      // A dialog gives the focus back to what had it.
      more?.focus();
      openMenu(null);
    }
    if (!(pressed instanceof HTMLButtonElement)) return;
    event.preventDefault();
    press(pressed);
  };
  useAnnouncement(saved, pendingAction, failure !== undefined);
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
    isMenuOpen,
    pendingAction,
    problem,
  };
  return <CardView task={task} {...state} card={card} onClick={onClick} />;
}

/** A change is announced once it is saved, or waits for a connection. */
function useAnnouncement(task: Task, pendingAction: string | undefined, hasFailed: boolean) {
  const announce = useContext(AnnounceContext);
  const pending = useRef<string>();
  useEffect(() => {
    const action = pending.current;
    pending.current = pendingAction;
    if (pendingAction !== undefined || hasFailed) return;
    if (action === "complete") announce(task, "completed");
    if (action === "reopen") announce(task, "reopened");
  });
}

const titleOf = (card: Element | null) => card?.querySelector<HTMLElement>(".task-title a");

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
