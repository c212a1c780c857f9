import type { Transaction } from "kysely";
import type { Database } from "#db/schema.ts";

/** Whether this is told for the first time; providers tell everything once or more. Remembers that it was told. */
export async function isNews(trx: Transaction<Database>, id: string, now: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("provider_events")
    .values({ id, received_at: now })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirst();
  return Boolean(numInsertedOrUpdatedRows);
}
