import type { ExpressionBuilder, Transaction } from "kysely";
import type { Database, DelegationState } from "#db/schema.ts";
import { tellReleased } from "./notify-released.server.ts";

/** States of a request that the task itself says too; there is one such request of a task at most. */
export const openStates = ["pending", "accepted", "declined"] as const satisfies DelegationState[];

export type EndState = Exclude<DelegationState, (typeof openStates)[number]>;

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
    .select(["id", "task_id", "delegations.state"])
    .where("task_id", "in", taskIds)
    .where("state", "in", openStates)
    .execute();
  if (open.length === 0) return [];
  const ids = open.map(({ id }) => id);
  const freed = open.map(({ task_id }) => task_id);
  await giveBackAssignees(trx, ids, freed);
  const accepted = open.filter((request) => request.state === "accepted").map(({ id }) => id);
  await tellReleased(trx, accepted, { by }, now);
  await trx.updateTable("delegations").set({ state, ended_at: now }).where("id", "in", ids).execute();
  await trx
    .updateTable("tasks")
    .set(({ eb }) => ({ delegated_to: null, delegation_status: "none", version: eb("version", "+", 1) }))
    .where("id", "in", freed)
    .execute();
  return freed;
}

/** Whoever said yes stands as the task's assignee, unless somebody has changed that since. */
async function giveBackAssignees(trx: Transaction<Database>, ids: string[], taskIds: string[]): Promise<void> {
  const accepted = (eb: ExpressionBuilder<Database, "tasks">) =>
    eb
      .selectFrom("delegations")
      .whereRef("delegations.task_id", "=", "tasks.id")
      .where("delegations.id", "in", ids)
      .where("delegations.state", "=", "accepted");
  await trx
    .updateTable("tasks")
    .set((eb) => ({ assignee: accepted(eb).select("assignee_before") }))
    .where("tasks.id", "in", taskIds)
    .where((eb) => eb("tasks.assignee", "=", accepted(eb).select("delegate_name")))
    .execute();
}
