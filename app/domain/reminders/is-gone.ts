import type { Task } from "#app/domain/tasks/find-tasks.server.ts";

/** Deleted, skipped or missed. A date of a series that is not open yet is hidden, but reminds. */
export function isGone({ deleted_at, is_ahead }: Pick<Task, "deleted_at" | "is_ahead">): boolean {
  return deleted_at !== null && is_ahead === 0;
}
