import type { Transaction } from "kysely";
import { idList } from "#app/domain/core/id-list.ts";
import { clearDelegation, replaceAssignee } from "#app/domain/tasks/changing/delegation.server.ts";
import type { Database, DelegationState } from "#db/schema.ts";
import { notifyReleased } from "./notify-released.server.ts";

/** States of a request that the task itself says too; there is one such request of a task at most. */
export const openStates = ["pending", "accepted", "declined"] as const satisfies DelegationState[];

type EndState = Exclude<DelegationState, (typeof openStates)[number]>;

/**
 * Ends the open requests of these tasks: nobody is asked to do them any more, and who said yes is not their assignee any
 * more and is told so. The caller sees to what follows for the tasks (`announceTaskChange`).
 * @param by the user whose doing it is; null for who asked
 * @returns the ids of the tasks that had one
 */
export async function endRequests(
  trx: Transaction<Database>,
  taskIds: string[],
  state: EndState,
  { by, now }: { by: string | null; now: string },
): Promise<string[]> {
  if (taskIds.length === 0) return [];
  const open = await trx
    .selectFrom("delegations")
    .select(["id", "task_id", "state", "delegate_name", "assignee_before"])
    .where("task_id", "in", idList(taskIds))
    .where("state", "in", openStates)
    .execute();
  if (open.length === 0) return [];
  const ids = open.map(({ id }) => id);
  const freed = open.map(({ task_id }) => task_id);
  const saidYes = open.filter((request) => request.state === "accepted");
  for (const { task_id, delegate_name: from, assignee_before: to } of saidYes) {
    await replaceAssignee(trx, task_id, { from, to });
  }
  const accepted = saidYes.map(({ id }) => id);
  await notifyReleased(trx, accepted, { by }, now);
  await trx.updateTable("delegations").set({ state, ended_at: now }).where("id", "in", ids).execute();
  await clearDelegation(trx, freed);
  return freed;
}
