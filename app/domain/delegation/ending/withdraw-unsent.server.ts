import type { Transaction } from "kysely";
import type { Database, DeliveryState } from "#db/schema.ts";
import { endRequests } from "./end-requests.server.ts";

const sentStates = ["sent", "delivered", "merged"] as const satisfies DeliveryState[];

/**
 * Takes back what somebody asked by a message that is not known to have gone out, before the account goes, and the
 * message with it. What was sent, or is a link that they passed on, can still be answered.
 * @returns the ids of the tasks, for `followTaskChange`
 */
export async function withdrawUnsent(trx: Transaction<Database>, userId: string, now: string): Promise<string[]> {
  const unsent = await trx
    .selectFrom("delegations")
    .innerJoin("deliveries", (join) =>
      join.onRef("deliveries.subject_id", "=", "delegations.id").on("deliveries.kind", "=", "delegation_request"),
    )
    .select("task_id")
    .where("asked_by", "=", userId)
    .where("delegations.state", "=", "pending")
    .where("deliveries.state", "not in", sentStates)
    .execute();
  const taskIds = unsent.map(({ task_id }) => task_id);
  return endRequests(trx, taskIds, "withdrawn", { by: userId, now });
}
