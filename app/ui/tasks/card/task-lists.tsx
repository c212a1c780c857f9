import { useLocation, useNavigate } from "@remix-run/react";
import { type MouseEvent, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { type Toast, Toasts } from "#app/ui/live/toast.tsx";
import { News } from "#app/ui/live/news.tsx";
import { focusNextCard } from "#app/ui/navigation/focus-card.ts";
import { useKeptFocus } from "#app/ui/navigation/use-kept-focus.ts";
import { useTitleFocus } from "#app/ui/navigation/use-title-focus.ts";
import { MoveTask } from "#app/ui/offline/move-task.tsx";
import { useKept } from "#app/ui/offline/use-kept.ts";
import { withKept } from "#app/ui/offline/with-kept.ts";
import { DoneReason } from "../done-reason.tsx";
import { AnnounceContext, FailureContext, HoldContext } from "./hold-context.ts";
import { useClosingMenu } from "./open-menu.ts";
import type { Task } from "./task.ts";

/** Tasks that were just completed or deleted and keep their place for a few seconds. */
export type HeldAs = ReadonlyMap<string, "completed" | "deleted">;

/** The tasks as their cards show them now. */
interface ShownLists {
  listed: Task[];
  tasks: Task[];
  heldAs: HeldAs;
  hold: (task: Task, as: "completed" | "deleted", nextId: string | undefined) => void;
}

export function useTaskLists(saved: Task[]): ShownLists {
  const listed = withKept(saved, useKept());
  return { listed, ...useHeldTasks(listed) };
}

interface TaskListsProps {
  lists: ShownLists;
  above: ReactNode;
  children: ReactNode;
}

const doubleTapMs = 500;

/** Gives the cards of all lists on a page what pressing them needs. */
export function TaskLists({ lists: { listed, heldAs, hold }, above, children }: TaskListsProps) {
  const navigateTo = useLinkNavigation();
  const rememberTitle = useTitleFocus();
  useClosingMenu();
  const [announced, setAnnounced] = useState<{ task: Task; as: "completed" | "reopened" }>();
  const announce = useCallback(
    (task: Task, as: "completed" | "reopened") => setAnnounced({ task, as }),
    [],
  );
  const doneAt = useRef(0);
  const holdCard = (task: Task, as: "completed" | "deleted") => {
    doneAt.current = Date.now();
    hold(task, as, focusNextCard(task.id));
  };
  // The second half of a double tap on a menu would hit the card below.
  const ignoreDoubleTap = (event: MouseEvent) => {
    const isByKeyboard = event.type === "click" && event.detail === 0;
    const isOnItsCard =
      (event.target as Element).closest(".task[data-held]:not([data-gone])") !== null;
    if (isByKeyboard || isOnItsCard || Date.now() - doneAt.current > doubleTapMs) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const [failed, setFailed] = useState<{ taskId: string; toast: Toast }>();
  const showFailure = useCallback((taskId: string, toast: Toast | undefined) => {
    setFailed((before) =>
      toast ? { taskId, toast } : before?.taskId === taskId ? undefined : before,
    );
  }, []);
  return (
    <HoldContext.Provider value={holdCard}>
      <AnnounceContext.Provider value={announce}>
        <FailureContext.Provider value={showFailure}>
          <Toasts toast={failed?.toast} />
          <p className="sr-only" aria-live="polite">
            {announced && describeChange(announced, heldAs)}
          </p>
          <News listed={listed} />
          {above}
          <div
            className="categories"
            onClick={(event) => {
              rememberTitle(event);
              navigateTo(event);
            }}
            onClickCapture={ignoreDoubleTap}
            onMouseDownCapture={ignoreDoubleTap}
            {...useKeptFocus()}
          >
            {children}
          </div>
          <DoneReason id="done-reason" />
          <MoveTask tasks={listed} />
        </FailureContext.Provider>
      </AnnounceContext.Provider>
    </HoldContext.Provider>
  );
}

/** The words go with the held card, so that they are new when it is completed again. */
function describeChange(
  { task: { id, title }, as }: { task: Task; as: "completed" | "reopened" },
  heldAs: HeldAs,
): string | false {
  if (as === "reopened") return `Task is open again: ${title}`;
  return heldAs.has(id) && `Task completed: ${title}`;
}

/** A task that was just completed or deleted and keeps its place in the list. */
interface HeldTask {
  task: Task;
  as: "completed" | "deleted";
  /** The id of the task below it. */
  nextId: string | undefined;
}

const heldMs = 5_000;

/**
 * Keeps what was just completed or deleted in its place for a while, so that a second tap never
 * hits the next task.
 */
function useHeldTasks(listed: Task[]): Omit<ShownLists, "listed"> {
  const [held, setHeld] = useState<HeldTask[]>([]);
  const timers = useRef<number[]>([]);
  useEffect(() => () => timers.current.forEach(clearTimeout), []);

  const release = (id: string) => setHeld((all) => all.filter(({ task }) => task.id !== id));
  const hold = (task: Task, as: HeldTask["as"], nextId: string | undefined) => {
    setHeld((all) => [...all.filter((other) => other.task.id !== task.id), { task, as, nextId }]);
    const releaseLater = () => {
      const wait = () => (isInUse(task.id) ? releaseLater() : release(task.id));
      timers.current.push(window.setTimeout(wait, heldMs));
    };
    releaseLater();
  };
  // A deleted task that is listed again was restored.
  const isBack = ({ task, as }: HeldTask) =>
    as === "deleted" && listed.some(({ id }) => id === task.id);
  const heldAs = new Map(held.filter((each) => !isBack(each)).map(({ task, as }) => [task.id, as]));
  return { tasks: insertHeld(listed, held), heldAs, hold };
}

/** True while a pointer rests on the card, or the keyboard's focus is in it. */
function isInUse(taskId: string): boolean {
  const card = document.getElementById(`task-${taskId}`)?.closest(".task");
  const hasPointer = matchMedia("(hover: hover)").matches && card?.matches(":hover");
  return Boolean(hasPointer || card?.querySelector(":focus-visible"));
}

/**
 * Inserts each held task above the one that stood below it. If the list has a version of it, that
 * one is shown.
 */
function insertHeld(listed: Task[], held: HeldTask[]): Task[] {
  const isHeld = ({ id }: Task) => held.some(({ task }) => task.id === id);
  const tasks = listed.filter((task) => !isHeld(task));
  // Starts with the last one, because an earlier one may stand above it.
  for (const { task, nextId } of held.toReversed()) {
    const saved = listed.find(({ id }) => id === task.id) ?? task;
    const current = { ...saved, group: task.group };
    const at = nextId === undefined ? -1 : tasks.findIndex(({ id }) => id === nextId);
    tasks.splice(at === -1 ? tasks.length : at, 0, current);
  }
  return tasks;
}

/**
 * Lets plain links navigate without a reload, because 400 `Link`s for 200 cards take a third of the
 * render time.
 */
function useLinkNavigation(): (event: MouseEvent) => void {
  const navigate = useNavigate();
  // Home opens tasks as dialogs over its list.
  const preventScrollReset = useLocation().pathname === "/dashboard";
  return useCallback(
    (event) => {
      const link = (event.target as Element).closest("a");
      const isModifiedClick =
        event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
      if (!link || isModifiedClick || event.defaultPrevented) return;
      event.preventDefault();
      navigate(link.pathname + link.search, { preventScrollReset });
    },
    [navigate, preventScrollReset],
  );
}
