import { type MouseEvent, useCallback, useRef, useState } from "react";
import { focusNextCard } from "#app/ui/navigation/focus-card.ts";
import { useHeldTasks } from "#app/ui/tasks/card/use-held-tasks.ts";
import { useKept } from "#app/ui/offline/use-kept.ts";
import { withKept } from "#app/ui/offline/with-kept.ts";
import { MoveTask } from "#app/ui/offline/move-task.tsx";
import { DoneReason } from "../done-reason.tsx";
import { FailureContext, HoldContext } from "./hold-context.ts";
import type { Task } from "./task.ts";
import { categories } from "#app/domain/core/limits.ts";
import type { FamilyFilter } from "#app/domain/tasks/input.ts";
import { type Toast, Toasts } from "#app/ui/live/toast.tsx";
import type { Category } from "../category-icon.tsx";
import { TaskSection } from "./task-section.tsx";
import { useDismissMenus } from "#app/ui/kit/use-dismiss-menus.ts";
import { useLinkNavigation } from "#app/ui/navigation/use-link-navigation.ts";
import { useTitleFocus } from "#app/ui/navigation/use-title-focus.ts";

const doubleTapMs = 500;

interface TaskSectionsProps {
  tasks: Task[];
  shown?: readonly Category[];
  filter?: FamilyFilter;
  /** Null when the list is complete. */
  moreUrl: string | null;
  /** Null where the list begins with the newest tasks. */
  newestUrl: string | null;
  newTaskId?: string;
}

export function TaskSections({
  tasks: saved,
  shown = categories,
  filter = "all",
  moreUrl,
  newestUrl,
  newTaskId,
}: TaskSectionsProps) {
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
    // A toast says that a task was deleted.
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
              emptyText={
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

/** Specification, section 2. */
function emptyText(category: Category): string {
  return category === "Kids"
    ? "Nothing here right now. Want me to check school emails for sign-ups?"
    : `No ${category.toLowerCase()} tasks yet.`;
}

export function TasksMissing({ errorId }: { errorId: string }) {
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
