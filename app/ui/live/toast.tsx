import { Form, Link, useFetcher } from "@remix-run/react";
import { Icon } from "../icons/icon.tsx";
import { useEffect, useRef, useState } from "react";
import { wantFocus } from "#app/ui/navigation/focus-card.ts";
import { useTitleFocus } from "#app/ui/navigation/use-title-focus.ts";
import { failureIn } from "#app/ui/saving/failure.ts";
import { type UnsavedChange, UnsavedButtons } from "../unsaved/unsaved-buttons.tsx";
import { useInBrowser } from "#app/ui/kit/use-in-browser.ts";
import { uncoverFocus } from "./uncover-focus.ts";

export interface Toast {
  id: string;
  kind: "success" | "error";
  title: string;
  message?: string;
  taskTitle?: string;
  undo?: string;
  isOwn?: boolean;
  undoneAt?: string;
  taskId?: string;
  page?: { to: string; label: string };
  instead?: { action: string; text: string; label: string };
  reminderOffers?: { minutesBefore: number; label: string }[];
  unsaved?: UnsavedChange;
  onRetry?: () => void;
}

const visibleMs = 8_000;

/** With JavaScript, a success fades, but never under the pointer. */
export function Toasts({ toast }: { toast?: Toast }) {
  return (
    <div className="toasts" onClick={useTitleFocus()}>
      <div role="status">
        {toast?.kind === "success" && <ToastCard key={toast.id} toast={toast} autoHide />}
      </div>
      <div role="alert">
        {toast?.kind === "error" && <ToastCard key={toast.id} toast={toast} />}
      </div>
    </div>
  );
}

/** @param fetcherKey the key of the fetcher that got the response, if there was one */
export function failureToast(answer: unknown, fetcherKey?: string): Toast | undefined {
  const failure = failureIn(answer);
  if (!failure) return undefined;
  const { unsaved, ...words } = failure;
  return {
    id: "failed",
    kind: "error",
    ...words,
    ...(unsaved && { unsaved: { ...unsaved, fetcherKey } }),
  };
}

function ToastCard({ toast, autoHide = false }: { toast: Toast; autoHide?: boolean }) {
  const card = useRef<HTMLDivElement>(null);
  const [isGone, setGone] = useState(false);
  const canClose = useInBrowser(() => true, false);
  const undo = useFetcher();
  const isUndoing = undo.state !== "idle";
  const failure = isUndoing ? undefined : failureIn(undo.data);
  const isPinned = !autoHide || isUndoing || failure !== undefined;

  useEffect(() => uncoverFocus(card.current), []);

  useEffect(() => {
    if (isPinned) return;
    let timer = 0;
    const startTimer = () => {
      timer = window.setTimeout(() => {
        if (card.current?.matches(":hover, :focus-within")) startTimer();
        else setGone(true);
      }, visibleMs);
    };
    startTimer();
    return () => window.clearTimeout(timer);
  }, [isPinned]);

  if (isGone) return null;
  return (
    <div ref={card} className="toast" data-kind={toast.kind}>
      <div className="toast-text">
        <p className="font-bold">{toast.title}</p>
        {toast.message && <p>{toast.message}</p>}
        <TaskTitle taskTitle={toast.taskTitle} taskId={toast.taskId} />
        {failure && (
          <p role="alert">
            {failure.title} {failure.message}
          </p>
        )}
      </div>
      {toast.undo && (
        <undo.Form
          method="post"
          action={toast.undo}
          preventScrollReset
          onSubmit={() => wantFocus(taskIdIn(toast.undo))}
        >
          {toast.undoneAt && <input type="hidden" name="redirectTo" value={toast.undoneAt} />}
          <button
            type="submit"
            className="toast-button"
            {...(toast.isOwn && { name: "undo", value: "on" })}
          >
            Undo
          </button>
        </undo.Form>
      )}
      {canClose && (
        <button
          type="button"
          className="toast-button"
          aria-label="Close"
          onClick={() => setGone(true)}
        >
          <Icon name="x" />
        </button>
      )}
      <ToastWays page={toast.page} instead={toast.instead} />
      <ReminderOffers
        taskId={toast.taskId}
        offers={toast.reminderOffers}
        returnTo={toast.undoneAt ?? "/dashboard"}
      />
      {toast.unsaved && (
        <UnsavedButtons
          unsaved={toast.unsaved}
          onRetry={toast.onRetry}
          onReminded={() => setGone(true)}
        />
      )}
    </div>
  );
}

/** Hides a new task's title: its card shows it, and a taller toast could cover the card. */
function TaskTitle({ taskTitle, taskId }: Pick<Toast, "taskTitle" | "taskId">) {
  if (!taskTitle) return null;
  return <p className={taskId ? "sr-only" : "toast-task"}>{taskTitle}</p>;
}

/** Leads to what was done, or does something else with the same words. */
function ToastWays({ page, instead }: Pick<Toast, "page" | "instead">) {
  if (!page && !instead) return null;
  return (
    <div className="toast-offers">
      {page && (
        <Link to={page.to} className="toast-offer">
          {page.label}
        </Link>
      )}
      {instead && (
        <Form method="post" action={instead.action} preventScrollReset>
          <input type="hidden" name="text" value={instead.text} />
          <button type="submit" className="toast-offer">
            {instead.label}
          </button>
        </Form>
      )}
    </div>
  );
}

/** "/tasks/ID/restore". */
const taskIdIn = (path = "") => path.split("/")[2] ?? "";

/** Adds a reminder to the toast's task with one press. */
function ReminderOffers({
  taskId,
  offers = [],
  returnTo,
}: {
  taskId?: string;
  offers?: Toast["reminderOffers"];
  returnTo: string;
}) {
  if (!taskId || offers.length === 0) return null;
  return (
    <Form
      method="post"
      action={`/tasks/${taskId}/reminders`}
      preventScrollReset
      className="toast-offers"
    >
      <input type="hidden" name="redirectTo" value={returnTo} />
      <span>Remind you?</span>
      {offers.map(({ minutesBefore, label }) => (
        <button
          key={minutesBefore}
          type="submit"
          className="toast-offer"
          name="minutesBefore"
          value={minutesBefore}
          aria-describedby={`task-${taskId}`}
        >
          {label}
        </button>
      ))}
    </Form>
  );
}
