import type { Transaction } from "kysely";
import { findPersonId } from "#app/domain/people/people.server.ts";
import type { Database } from "#db/schema.ts";
import { notifyAskers } from "../ending/notify-askers.server.ts";

/**
 * A delegate who completes the task in their own account has done it, as if by their link. Notifies
 * the asker.
 */
export async function recordDoneByAccount(
  trx: Transaction<Database>,
  { taskId, by }: { taskId: string; by: string | null },
  now: string,
): Promise<void> {
  const personId = by && (await findPersonId(trx, by));
  if (!personId) return;
  const request = await trx
    .updateTable("delegations")
    .set({ done_at: now })
    .where("task_id", "=", taskId)
    .where("state", "=", "accepted")
    .where("person_id", "=", personId)
    .where("done_at", "is", null)
    .returning(["id", "asked_by"])
    .executeTakeFirst();
  if (!request || request.asked_by === by) return;
  await notifyAskers(trx, [{ ...request, answer: "done" }], now, { canBeUndone: true });
}
