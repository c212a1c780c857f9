import type { Kysely } from "kysely";
import { earlierBy } from "#app/domain/core/time.ts";
import type { Channel, Database } from "#db/schema.ts";
import { isSendable } from "../sending/sendable.ts";
import { passStep } from "../checkpoints.ts";

/** A delivery that may go out now; its claim decides whether it does. */
export interface DueDelivery {
  id: string;
  channel: Channel;
  /** Claims so far: with the id it names this handing over, so that the same one twice is one job. */
  attempts: number;
}

/** What was handed over so long ago and is still ready was lost on the way. */
const secondsUntilLost = 15;

/**
 * Marks deliveries that are due as handed over, the oldest first, and returns them.
 * @param saturated channels by which enough waits already
 */
export async function handOver(
  db: Kysely<Database>,
  limit: number,
  now: string,
  saturated: Channel[] = [],
): Promise<DueDelivery[]> {
  passStep("handed over", "before");
  const handed = await db
    .updateTable("deliveries")
    .set({ handed_over_at: now })
    .where("id", "in", readyQuery(db, now).where("channel", "not in", saturated).select("id").limit(limit))
    .returning(["id", "channel", "attempts"])
    .execute();
  passStep("handed over", "after");
  return handed;
}

/** The query behind it, for the test that looks at its plan. */
export function readyQuery(db: Kysely<Database>, now: string) {
  return db
    .selectFrom("deliveries")
    .where(isSendable(db, now))
    .where(({ eb, or }) =>
      or([
        eb("handed_over_at", "is", null),
        eb("handed_over_at", "<", earlierBy(now, { seconds: secondsUntilLost })),
        // The clock was set back.
        eb("handed_over_at", ">", now),
      ]),
    )
    .orderBy("not_before");
}
