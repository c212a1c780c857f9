import type { Transaction } from "kysely";
import {
  recordDelegationAnswer,
  setDelegate,
} from "#app/domain/tasks/changing/delegation.server.ts";
import type { Database } from "#db/schema.ts";

/** Makes an ended request go on with the answer that it had. The caller announces the change. */
export async function resumeRequest(
  trx: Transaction<Database>,
  {
    id,
    taskId,
    personId,
    answer,
  }: { id: string; taskId: string; personId: string; answer: "accepted" | null },
): Promise<void> {
  await trx
    .updateTable("delegations")
    .set({ state: answer ?? "pending", ended_at: null })
    .where("id", "=", id)
    .execute();
  await setDelegate(trx, taskId, personId);
  if (answer) await recordDelegationAnswer(trx, taskId, { answer, personId });
}
