import type { Transaction } from "kysely";
import { type Task, findTasks } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { compileOnce } from "#db/sql/compile-once.ts";
import { idList } from "#db/sql/values.ts";
import { openStates } from "../requests/open-requests.server.ts";
import { endRequests } from "./end-requests.server.ts";
import { findNotifiedIds, notifyReleased } from "./notify-released.server.ts";

/** Ends pending requests for completed or deleted tasks; answered ones stay, because the task may come back. */
export async function closeFinishedRequests(
  trx: Transaction<Database>,
  { taskIds }: { taskIds: string[] },
  now: string,
): Promise<void> {
  const tasks = [...(await findTasks(trx, taskIds)).values()];
  const pending = tasks.filter(({ delegation_status }) => delegation_status === "pending");
  const deleted = pending.filter(({ deleted_at }) => deleted_at);
  const completed = pending.filter(({ is_completed, deleted_at }) => is_completed && !deleted_at);
  await endRequests(trx, idsOf(deleted), "task_deleted", { by: null, now });
  await endRequests(trx, idsOf(completed), "task_completed", { by: null, now });
  const open = tasks.filter(({ is_completed }) => !is_completed);
  await takeBackDone(trx, idsOf(open));
}

const takeBackDone = compileOnce((db, taskIds: readonly string[]) =>
  db
    .updateTable("delegations")
    .set({ done_at: null })
    .where("task_id", "in", idList(taskIds))
    .where("done_at", "is not", null),
);

function idsOf(tasks: Task[]): string[] {
  return tasks.map(({ id }) => id);
}

/** Notifies the delegate, unless the task comes back within a minute. */
export async function releaseAccepted(
  trx: Transaction<Database>,
  { taskId, by }: { taskId: string; by: string },
  now: string,
): Promise<void> {
  const accepted = await findAccepted(trx, taskId);
  if (accepted) await notifyReleased(trx, [accepted.id], { by, canBeUndone: true }, now);
}

/** Somebody who heard that nothing is left to do is not asked again. */
export async function endReleased(
  trx: Transaction<Database>,
  { taskId, by, as }: { taskId: string; by: string; as: string },
  now: string,
): Promise<void> {
  const accepted = await findAccepted(trx, taskId);
  const task = accepted && (await findTasks(trx, [taskId])).get(taskId);
  if (!accepted || task?.is_completed) return;
  const notified = await findNotifiedIds(trx, [accepted.id]);
  if (notified.length === 0) return;
  const state = as === "reopened" ? "task_completed" : "task_deleted";
  await endRequests(trx, [taskId], state, { by, now });
}

async function findAccepted(trx: Transaction<Database>, taskId: string) {
  return trx
    .selectFrom("delegations")
    .select("id")
    .where("task_id", "=", taskId)
    .where("state", "=", "accepted")
    .executeTakeFirst();
}

/** Someone chose another person for these tasks, so nobody is asked for them any more. */
export async function endRequestsOfGiven(
  trx: Transaction<Database>,
  { taskIds, by }: { taskIds: string[]; by: string },
  now: string,
): Promise<void> {
  const tasks = await findTasks(trx, taskIds);
  const open = await trx
    .selectFrom("delegations")
    .select(["task_id", "person_id", "state"])
    .where("task_id", "in", idList(taskIds))
    .where("state", "in", openStates)
    .execute();
  for (const { task_id, person_id, state } of open) {
    const { assignee_id, assignee } = tasks.get(task_id)!;
    if (assignee === null && state === "accepted")
      await endRequests(trx, [task_id], "withdrawn", { by, now });
    else if (assignee !== null && (assignee_id === null || assignee_id !== person_id))
      await endRequests(trx, [task_id], "superseded", { by, now });
  }
}
