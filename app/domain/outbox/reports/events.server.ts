import type { Kysely, Transaction } from "kysely";
import { deleteInBatches } from "#db/sql/batches.ts";
import { earlierBy } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";

/** Providers repeat reports for less time than this. */
const daysKept = 30;

/** Returns false for an event the provider has reported before. */
export async function recordIfNew(
  trx: Transaction<Database>,
  id: string,
  now: string,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("provider_events")
    .values({ id, received_at: now })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirst();
  return Boolean(numInsertedOrUpdatedRows);
}

export async function isRecorded(trx: Transaction<Database>, id: string): Promise<boolean> {
  const event = trx.selectFrom("provider_events").select("id").where("id", "=", id);
  return (await event.executeTakeFirst()) !== undefined;
}

export async function purgeEvents(db: Kysely<Database>, now: string): Promise<void> {
  const before = earlierBy(now, { hours: 24 * daysKept });
  await deleteInBatches(
    db,
    "provider_events",
    db.selectFrom("provider_events").where("received_at", "<", before),
  );
}
