import { nowIso } from "#app/domain/core/time.ts";
import type { Task } from "../find-tasks.server.ts";

/** One that its series went on without was done for its own date, unless it is known when. */
export function doneColumns(
  { was_missed, due_date }: Pick<Task, "was_missed" | "due_date">,
  doneAt?: string,
) {
  const done_at = doneAt ?? (was_missed === 1 ? due_date : null) ?? nowIso();
  return { is_completed: 1, deleted_at: null, is_ahead: 0, done_at } as const;
}
