import type { Transaction } from "kysely";
import { findTasks } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database, TaskMark } from "#db/schema.ts";
import { endRequests } from "./end-requests.server.ts";
import { findNotified, notifyReleased } from "./notify-released.server.ts";

/**
 * What follows for whoever said yes when somebody marks the task, in its transaction: who did not do it themselves is
 * told that nothing is left to do. Where that has gone out and the task comes back, they are not counted on any more.
 */
export async function releaseAcceptedRequest(
  trx: Transaction<Database>,
  { taskId, as, by }: { taskId: string; as: TaskMark; by: string },
  now: string,
): Promise<void> {
  const accepted = await trx
    .selectFrom("delegations")
    .select("id")
    .where("task_id", "=", taskId)
    .where("state", "=", "accepted")
    .executeTakeFirst();
  if (!accepted) return;
  if (as === "completed" || as === "deleted") {
    return notifyReleased(trx, [accepted.id], { by, canBeUndone: true }, now);
  }
  const task = (await findTasks(trx, [taskId])).get(taskId);
  if (task?.is_completed) return;
  const told = await findNotified(trx, [accepted.id]);
  if (told.length > 0) await endRequests(trx, [taskId], "withdrawn", { by, now });
}
