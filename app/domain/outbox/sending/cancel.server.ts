import type { Transaction } from "kysely";
import type { Database } from "#db/schema.ts";
import { changeAsSystem } from "../change-state.server.ts";
import { wakeWorker } from "../queries/wake-worker.ts";
import { canGoOtherwise, type Reason } from "../reasons.ts";

export async function cancelDeliveries(
  trx: Transaction<Database>,
  reasonsById: Map<string, Reason>,
  now: string,
): Promise<void> {
  const byReason = Map.groupBy(reasonsById.keys(), (id) => reasonsById.get(id)!);
  for (const [reason, ids] of byReason) {
    const transition = canGoOtherwise(reason) ? "blocked" : "withdrawn";
    await changeAsSystem(trx, { transition, columns: { reason } }, now)
      .where("id", "in", ids)
      .execute();
    if (transition === "blocked") wakeWorker();
  }
}
