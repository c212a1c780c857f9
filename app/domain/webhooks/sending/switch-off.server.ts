import type { Transaction } from "kysely";
import { bumpRevision } from "#app/domain/people/revision.server.ts";
import type { Database, WebhookOffReason } from "#db/schema.ts";

/** Ends the messages that wait. The household's pages say that it is off, and why. */
export async function switchOff(
  trx: Transaction<Database>,
  { id, household_id }: { id: string; household_id: string },
  off_reason: WebhookOffReason,
  now: string,
): Promise<void> {
  await trx
    .updateTable("webhooks")
    .set({ off_at: now, off_reason, next_send_at: null, claimed_until: null, failures: 0 })
    .where("id", "=", id)
    .execute();
  await trx
    .updateTable("webhook_messages")
    .set({ state: "failed", ended_at: now })
    .where("webhook_id", "=", id)
    .where("state", "=", "waiting")
    .execute();
  await bumpRevision(trx, household_id);
}
