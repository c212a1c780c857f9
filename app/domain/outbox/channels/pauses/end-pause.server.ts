import type { Kysely, Transaction } from "kysely";
import { nowIso } from "#app/domain/core/time.ts";
import type { Channel, Database } from "#db/schema.ts";
import { changeAsSystem } from "#app/domain/outbox/change-state.server.ts";
import { wakeWorker } from "#app/domain/outbox/queries/wake-worker.ts";

/** A queue never holds more. */
const maxReleased = 5_000;

/** Ends the channel's pause for everybody. */
export async function endPause(db: Kysely<Database>, channel: Channel): Promise<void> {
  await db.transaction().execute((trx) => deletePause(trx, channel, null));
}

/**
 * Lets deliveries be enqueued again: nobody claimed them during the pause, and the sweep would find
 * them too late.
 * @param userId null for the pause that affects everybody
 */
export async function deletePause(
  trx: Transaction<Database>,
  channel: Channel,
  userId: string | null,
): Promise<void> {
  await trx
    .deleteFrom("channel_pauses")
    .where("channel", "=", channel)
    .where("user_id", "is", userId)
    .execute();
  const waiting = trx
    .selectFrom("deliveries")
    .select("id")
    .where("state", "=", "ready")
    .where("channel", "=", channel)
    .$if(userId !== null, (query) => query.where("user_id", "=", userId!))
    .where("enqueued_at", "is not", null)
    .limit(maxReleased);
  await changeAsSystem(trx, { transition: "dequeued" }, nowIso())
    .where("id", "in", waiting)
    .execute();
  await wakeWorker(trx);
}
