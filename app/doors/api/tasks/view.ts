import { findTask, findTaskOrDeleted, type Task } from "#app/domain/tasks/find-tasks.server.ts";
import { viewTasks } from "#app/domain/webhooks/task-body.server.ts";
import type { Call } from "../operation.ts";
import { missing, Problem } from "../problem.ts";
import type { TaskBody } from "./schemas.ts";

type TaskCall = Pick<Call, "db" | "viewer">;

/** @throws Problem if it does not exist, or was deleted */
export async function requireTask({ db, viewer }: TaskCall, id: string): Promise<Task> {
  const task = await findTask(db, viewer, id);
  if (task) return task;
  const deleted = await findTaskOrDeleted(db, viewer, id);
  if (!deleted || deleted.is_ahead) throw missing("task");
  throw new Problem("gone", "This task was deleted, skipped or missed.");
}

export async function readTask(call: TaskCall, id: string): Promise<TaskBody> {
  const [body] = await viewTasks(call.db, [await requireTask(call, id)]);
  return body!;
}
