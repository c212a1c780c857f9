import type { Kysely } from "kysely";
import { earlierBy } from "#app/domain/core/time.ts";
import type { Channel, Database } from "#db/schema.ts";
import type { Product } from "../message-type.ts";
import { whereSendable } from "../queries/sendable.ts";
import { checkpoint } from "../checkpoints.ts";

export interface DueDelivery {
  id: string;
  channel: Channel;
  /** Part of the job id, so that enqueueing twice makes one job. */
  attempts: number;
}

/** A delivery still unclaimed this long after enqueueing counts as lost. */
const secondsUntilLost = 15;

/** @param saturated channels whose queues are full */
export async function enqueueDue(
  db: Kysely<Database>,
  product: Product,
  { batchSize, saturated = [] }: { batchSize: number; saturated?: Channel[] },
  now: string,
): Promise<DueDelivery[]> {
  checkpoint("enqueued", "before");
  const ready = readyQuery(db, product, now).where("channel", "not in", saturated).select("id").limit(batchSize);
  const due = await db
    .updateTable("deliveries")
    .set({ enqueued_at: now })
    .where("id", "in", ready)
    .returning(["id", "channel", "attempts"])
    .execute();
  checkpoint("enqueued", "after");
  return due;
}

export function readyQuery(db: Kysely<Database>, product: Product, now: string) {
  return db
    .selectFrom("deliveries")
    .where(whereSendable(db, product, now))
    .where(({ eb, or }) =>
      or([
        eb("enqueued_at", "is", null),
        eb("enqueued_at", "<", earlierBy(now, { seconds: secondsUntilLost })),
        // After the clock was set back.
        eb("enqueued_at", ">", now),
      ]),
    )
    .orderBy("not_before");
}
