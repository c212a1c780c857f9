import { useEffect, useRef, useState } from "react";
import { insertHeld } from "./insert-held.ts";

/** A task that was just completed or deleted and keeps its place in the list. */
interface Held<Task> {
  task: Task;
  as: "completed" | "deleted";
  /** The task below it. */
  nextId: string | undefined;
}

const heldMs = 5_000;

/** Keeps what was just completed or deleted in its place for a while, so that a second tap never hits the next task. */
export function useHeldTasks<Task extends { id: string }>(listed: Task[]) {
  const [held, setHeld] = useState<Held<Task>[]>([]);
  const timers = useRef<number[]>([]);
  useEffect(() => () => timers.current.forEach(clearTimeout), []);

  const release = (id: string) => setHeld((all) => all.filter(({ task }) => task.id !== id));
  const hold = (task: Task, as: Held<Task>["as"], nextId: string | undefined) => {
    setHeld((all) => [...all.filter((other) => other.task.id !== task.id), { task, as, nextId }]);
    timers.current.push(window.setTimeout(() => release(task.id), heldMs));
  };
  // A deleted task that is listed again was restored.
  const isBack = ({ task, as }: Held<Task>) =>
    as === "deleted" && listed.some(({ id }) => id === task.id);
  const heldAs = new Map(held.filter((each) => !isBack(each)).map(({ task, as }) => [task.id, as]));
  return { tasks: insertHeld(listed, held), heldAs, hold };
}
