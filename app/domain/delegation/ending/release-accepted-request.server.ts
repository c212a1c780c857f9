import type { Transaction } from "kysely";
import { findTasks } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database, TaskMark } from "#db/schema.ts";
import { endRequests } from "./end-requests.server.ts";
import { findNotifiedIds, notifyReleased } from "./notify-released.server.ts";

/** Notifies the delegate of a completed or deleted task; if it comes back after that, their request ends. */
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
  const notified = await findNotifiedIds(trx, [accepted.id]);
  if (notified.length > 0) await endRequests(trx, [taskId], "withdrawn", { by, now });
}
