import type { Transaction } from "kysely";
import type { Database } from "#db/schema.ts";
import { changeState } from "../change-state.server.ts";
import { wakeWorker } from "../queries/wake-worker.ts";
import { canGoOtherwise, type Reason } from "../reasons.ts";

export async function cancelDeliveries(
  trx: Transaction<Database>,
  reasonsById: Map<string, Reason>,
  now: string,
): Promise<void> {
  const byReason = Map.groupBy(reasonsById.keys(), (id) => reasonsById.get(id)!);
  for (const [reason, ids] of byReason) {
    const withdrawn = changeState(trx, { transition: "withdrawn", columns: { reason } }, now);
    await withdrawn.where("id", "in", ids).execute();
    if (canGoOtherwise(reason)) wakeWorker();
  }
}
