interface Held<Task> {
  task: Task;
  nextId: string | undefined;
}

/** Puts each held task above the one that stood below it; the list's own version of it counts, if it has one. */
export function insertHeld<Task extends { id: string }>(
  listed: Task[],
  held: Held<Task>[],
): Task[] {
  const isHeld = ({ id }: Task) => held.some(({ task }) => task.id === id);
  const tasks = listed.filter((task) => !isHeld(task));
  // Later ones first: an earlier one may stand above them.
  for (const { task, nextId } of held.toReversed()) {
    const current = listed.find(({ id }) => id === task.id) ?? task;
    const at = nextId === undefined ? -1 : tasks.findIndex(({ id }) => id === nextId);
    tasks.splice(at === -1 ? tasks.length : at, 0, current);
  }
  return tasks;
}
