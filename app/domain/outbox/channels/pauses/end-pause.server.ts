import type { Kysely, Transaction } from "kysely";
import type { Channel, Database } from "#db/schema.ts";
import { wakeWorker } from "../../queries/wake-worker.ts";

/** More never wait in a queue. */
const maxReleased = 5_000;

export async function endPause(db: Kysely<Database>, channel: Channel): Promise<void> {
  await db.transaction().execute((trx) => deletePauses(trx, [channel]));
}

/** Lets deliveries be enqueued again: nobody claimed them during the pause, and the sweep would find them late. */
export async function deletePauses(trx: Transaction<Database>, channels: Channel[]): Promise<void> {
  await trx.deleteFrom("channel_pauses").where("channel", "in", channels).execute();
  const waiting = trx
    .selectFrom("deliveries")
    .select("id")
    .where("state", "=", "ready")
    .where("channel", "in", channels)
    .where("enqueued_at", "is not", null)
    .limit(maxReleased);
  await trx.updateTable("deliveries").set({ enqueued_at: null }).where("id", "in", waiting).execute();
  wakeWorker();
}
