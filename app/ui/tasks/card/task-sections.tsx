import { useNavigate } from "@remix-run/react";
import { type MouseEvent, useCallback, useRef, useState, useEffect } from "react";
import { categories } from "#app/domain/core/limits.ts";
import type { FamilyFilter } from "#app/domain/tasks/input.ts";
import { type Toast, Toasts } from "#app/ui/live/toast.tsx";
import { focusNextCard } from "#app/ui/navigation/focus-card.ts";
import { useTitleFocus } from "#app/ui/navigation/use-title-focus.ts";
import { MoveTask } from "#app/ui/offline/move-task.tsx";
import { useKept } from "#app/ui/offline/use-kept.ts";
import { withKept } from "#app/ui/offline/with-kept.ts";
import { type Category, CategoryIcon } from "../category-icon.tsx";
import { DoneReason } from "../done-reason.tsx";
import { CardList } from "./card-list.tsx";
import { FailureContext, HoldContext } from "./hold-context.ts";
import type { Task } from "./task.ts";

interface TaskSectionsProps {
  tasks: Task[] | undefined;
  errorId: string;
  shown?: readonly Category[];
  filter?: FamilyFilter;
  /** Null when the list is complete. */
  moreUrl: string | null;
  /** Null where the list begins with the newest tasks. */
  newestUrl: string | null;
  newTaskId?: string;
}

/** Says so if the tasks could not be read. */
export function TaskSections({ tasks, errorId, ...props }: TaskSectionsProps) {
  return tasks ? <ReadSections {...props} tasks={tasks} /> : <TasksMissing errorId={errorId} />;
}

const doubleTapMs = 500;

function ReadSections({
  tasks: saved,
  shown = categories,
  filter = "all",
  moreUrl,
  newestUrl,
  newTaskId,
}: Omit<TaskSectionsProps, "errorId"> & { tasks: Task[] }) {
  const onClick = useLinkNavigation();
  const onSubmit = useTitleFocus();
  useDismissMenus();
  const listed = withKept(saved, useKept());
  const { tasks, heldAs, hold } = useHeldTasks(listed);
  const [announced, setAnnounced] = useState<Task>();
  const doneAt = useRef(0);
  const holdCard = (task: Task, as: "completed" | "deleted") => {
    doneAt.current = Date.now();
    hold(task, as, focusNextCard(task.id));
    // A toast announces a deleted task.
    setAnnounced(as === "completed" ? task : undefined);
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
  const isAllDone =
    filter === "all" && !newestUrl && heldAs.size === 0 && tasks.every((task) => task.isCompleted);
  return (
    <HoldContext.Provider value={holdCard}>
      <FailureContext.Provider value={showFailure}>
        <Toasts toast={failed?.toast} />
        <p className="sr-only" aria-live="polite">
          {announced && heldAs.has(announced.id) && `Task completed: ${announced.title}`}
        </p>
        {newestUrl && (
          <p className="more-tasks mb-4">
            <a className="button-secondary" href={newestUrl}>
              Back to the newest tasks
            </a>
          </p>
        )}
        {isAllDone && <p className="all-caught-up">You&apos;re all caught up!</p>}
        <div
          className="categories"
          onClick={onClick}
          onClickCapture={ignoreDoubleTap}
          onMouseDownCapture={ignoreDoubleTap}
          onSubmit={onSubmit}
        >
          {shown.map((category) => (
            <TaskSection
              key={category}
              category={category}
              tasks={tasks.filter((task) => task.category === category)}
              empty={
                newestUrl
                  ? "No more of these."
                  : filter === "week"
                    ? "Nothing this week."
                    : emptyText(category)
              }
              newTaskId={newTaskId}
              heldAs={heldAs}
            />
          ))}
        </div>
        <DoneReason id="done-reason" />
        <MoveTask tasks={listed} />
        {moreUrl && (
          <p className="more-tasks">
            <a className="button-secondary" href={moreUrl}>
              Show more tasks
            </a>
          </p>
        )}
      </FailureContext.Provider>
    </HoldContext.Provider>
  );
}

/** See the specification, section 2. */
function emptyText(category: Category): string {
  return category === "Kids"
    ? "Nothing here right now. Want me to check school emails for sign-ups?"
    : `No ${category.toLowerCase()} tasks yet.`;
}

function TasksMissing({ errorId }: { errorId: string }) {
  return (
    <div role="alert" className="tasks-missing">
      <p className="font-bold">Error fetching tasks</p>
      <p>
        Your tasks are safe, but I can&apos;t load them right now. Please reload in a moment. If it
        keeps happening, send this code to Mila&apos;s owner: <code>{errorId}</code>
      </p>
    </div>
  );
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
function useHeldTasks(listed: Task[]) {
  const [held, setHeld] = useState<HeldTask[]>([]);
  const timers = useRef<number[]>([]);
  useEffect(() => () => timers.current.forEach(clearTimeout), []);

  const release = (id: string) => setHeld((all) => all.filter(({ task }) => task.id !== id));
  const hold = (task: Task, as: HeldTask["as"], nextId: string | undefined) => {
    setHeld((all) => [...all.filter((other) => other.task.id !== task.id), { task, as, nextId }]);
    timers.current.push(window.setTimeout(() => release(task.id), heldMs));
  };
  // A deleted task that is listed again was restored.
  const isBack = ({ task, as }: HeldTask) =>
    as === "deleted" && listed.some(({ id }) => id === task.id);
  const heldAs = new Map(held.filter((each) => !isBack(each)).map(({ task, as }) => [task.id, as]));
  return { tasks: insertHeld(listed, held), heldAs, hold };
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
    const current = listed.find(({ id }) => id === task.id) ?? task;
    const at = nextId === undefined ? -1 : tasks.findIndex(({ id }) => id === nextId);
    tasks.splice(at === -1 ? tasks.length : at, 0, current);
  }
  return tasks;
}

interface TaskSectionProps {
  category: Category;
  tasks: Task[];
  empty: string;
  newTaskId?: string;
  /** Tasks that were just completed or deleted and keep their place for a few seconds. */
  heldAs: ReadonlyMap<string, "completed" | "deleted">;
}

const visibleCompleted = 3;

const maxUnfolded = 5;

function TaskSection({ category, tasks, empty, newTaskId, heldAs }: TaskSectionProps) {
  const headingId = `category-${category}`;
  const completed = tasks.filter(({ id, isCompleted }) => isCompleted && !heldAs.has(id));
  const folded = new Set(completed.length > maxUnfolded ? completed.slice(visibleCompleted) : []);
  const cardOf = (task: Task) => {
    const { id } = task;
    return { task, isNew: id === newTaskId, isFolded: folded.has(task), heldAs: heldAs.get(id) };
  };
  return (
    <section className="category" data-category={category} aria-labelledby={headingId}>
      <h2 id={headingId} className="category-heading">
        <CategoryIcon category={category} />
        {category}
      </h2>
      {tasks.length === 0 ? (
        <p className="empty">{empty}</p>
      ) : (
        <CardList cards={tasks.map(cardOf)} />
      )}
      {folded.size > 0 && (
        <details className="fold">
          <summary>{folded.size} more completed</summary>
        </details>
      )}
    </section>
  );
}

/**
 * Lets plain links navigate without a reload, because 400 `Link`s for 200 cards take a third of the
 * render time.
 */
function useLinkNavigation(): (event: MouseEvent) => void {
  const navigate = useNavigate();
  return useCallback(
    (event) => {
      const link = (event.target as Element).closest("a");
      const isModifiedClick =
        event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
      if (!link || isModifiedClick || event.defaultPrevented) return;
      event.preventDefault();
      navigate(link.pathname + link.search, { preventScrollReset: true });
    },
    [navigate],
  );
}

const openMenus = "details.card-menu[open]";

/** Closes the cards' menus on Escape and outside clicks, with one listener for all cards. */
function useDismissMenus(): void {
  useEffect(() => {
    const close = (menu: Element) => menu.removeAttribute("open");
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== "Escape") return;
      for (const menu of document.querySelectorAll(openMenus)) {
        if (menu.contains(document.activeElement)) menu.querySelector("summary")?.focus();
        close(menu);
      }
    };
    const onPress = ({ target }: PointerEvent) => {
      for (const menu of document.querySelectorAll(openMenus))
        if (!menu.contains(target as Node)) close(menu);
    };
    document.addEventListener("keydown", onKey);
    document.addEventListener("pointerdown", onPress);
    return () => {
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("pointerdown", onPress);
    };
  }, []);
}
