import type { Transaction } from "kysely";
import type { Database } from "#db/schema.ts";
import type { Reason } from "../reasons.ts";

/** Ends deliveries that need not go out any more, each with its reason: one statement a reason. */
export async function cancelDeliveries(
  trx: Transaction<Database>,
  reasonsById: Map<string, Reason>,
  now: string,
): Promise<void> {
  const byReason = Map.groupBy(reasonsById.keys(), (id) => reasonsById.get(id)!);
  for (const [reason, ids] of byReason) {
    await trx
      .updateTable("deliveries")
      .set({ state: "cancelled", reason, ended_at: now })
      .where("id", "in", ids)
      .execute();
  }
}
