import type { Kysely, Transaction } from "kysely";
import { earlierBy } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";

/** Longer than any provider repeats a report. */
const daysKept = 30;

/** Whether this event is new, and remembers it: providers may report each more than once. */
export async function isNews(trx: Transaction<Database>, id: string, now: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("provider_events")
    .values({ id, received_at: now })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirst();
  return Boolean(numInsertedOrUpdatedRows);
}

export async function purgeEvents(db: Kysely<Database>, now: string): Promise<void> {
  const before = earlierBy(now, { hours: 24 * daysKept });
  await db.deleteFrom("provider_events").where("received_at", "<", before).execute();
}
