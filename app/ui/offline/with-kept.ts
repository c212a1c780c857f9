import { isWaiting, type KeptChange } from "#app/domain/tasks/offline/limits.ts";

interface ShownTask {
  id: string;
  isCompleted: boolean;
  due: {
    instant: string;
    local: string;
    label: string;
    day: string | null;
    isOverdue: boolean;
  } | null;
  isWaiting?: boolean;
}

/** Shows tasks as they will be once the waiting changes are sent. */
export function withKept<Task extends ShownTask>(
  tasks: Task[],
  kept: readonly KeptChange[],
): Task[] {
  const waiting = kept.filter(isWaiting);
  return waiting.length === 0 ? tasks : tasks.map((task) => waiting.reduce(applyChange, task));
}

function applyChange<Task extends ShownTask>(task: Task, { change }: KeptChange): Task {
  if (!("taskId" in change) || "itemId" in change || change.taskId !== task.id) return task;
  if (change.type !== "move")
    return { ...task, isCompleted: change.type === "complete", isWaiting: true };
  const local = `${change.date}T${change.time}`;
  const due = {
    instant: local,
    local,
    label: dueLabel(change),
    day: null,
    isOverdue: false,
    hasTime: true,
  };
  return { ...task, due, isWaiting: true };
}

/** Returns "Jun 10, 3:00 PM". Reads the wall clock as UTC, so that no zone changes it. */
export function dueLabel({ date, time }: { date: string; time: string }): string {
  const at = new Date(`${date}T${time}:00Z`);
  const words = {
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZone: "UTC",
  } as const;
  return at.toLocaleString("en-US", words);
}

interface ShownItem {
  id: string;
  name: string;
  isTicked: boolean;
  isWaiting?: boolean;
}

/** Shows the items of a list as they will be once the waiting changes are sent. */
export function withKeptItems(
  listId: string,
  items: readonly ShownItem[],
  kept: readonly KeptChange[],
): ShownItem[] {
  const changes = kept.filter(isWaiting).map(({ change }) => change);
  return changes.reduce<ShownItem[]>(
    (shown, change) => {
      if (!("listId" in change) || change.listId !== listId) return shown;
      const { itemId: id } = change;
      if (change.type === "item-delete") return shown.filter((item) => item.id !== id);
      if (change.type === "item-mark") {
        const { isTicked } = change;
        return shown.map((item) =>
          item.id === id ? { ...item, isTicked, isWaiting: true } : item,
        );
      }
      return shown.some((item) => item.id === id)
        ? shown
        : [...shown, { id, name: change.text, isTicked: false, isWaiting: true }];
    },
    [...items],
  );
}

/** Shows the items of a checklist as they will be once the waiting changes are sent. */
export const withKeptTicks = <Item extends { id: string; isTicked: boolean }>(
  items: readonly Item[],
  kept: readonly KeptChange[],
): (Item & { isWaiting?: boolean })[] =>
  items.map((item) => {
    const last = kept.findLast(
      (each) => isWaiting(each) && "itemId" in each.change && each.change.itemId === item.id,
    )?.change;
    return last?.type === "check-mark"
      ? { ...item, isTicked: last.isTicked, isWaiting: true }
      : item;
  });
