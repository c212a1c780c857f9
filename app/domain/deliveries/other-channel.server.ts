import type { Transaction } from "kysely";
import { v7 as newId } from "uuid";
import type { Channel, Database } from "#db/schema.ts";
import type { Delivery } from "./preparation.ts";

/**
 * Puts the same message on its way by another channel, unless somebody has both switched on and it goes there already.
 * Returns the id of the delivery that goes there.
 */
export async function otherChannel(
  trx: Transaction<Database>,
  { kind, user_id, subject_id, dedupe_key, due_at, expires_at }: Delivery,
  channel: Channel,
  now: string,
): Promise<string> {
  const key = dedupe_key.replace(/[^:]*$/, channel);
  const cause = { kind, user_id, subject_id, due_at, expires_at, dedupe_key: key };
  await trx
    .insertInto("deliveries")
    .values({ id: newId(), channel, not_before: now, created_at: now, ...cause })
    .onConflict((conflict) => conflict.column("dedupe_key").doNothing())
    .execute();
  const { id } = await trx
    .selectFrom("deliveries")
    .select("id")
    .where("dedupe_key", "=", key)
    .executeTakeFirstOrThrow();
  return id;
}
