import type { Transaction } from "kysely";
import { v7 as newId } from "uuid";
import type { Channel, Database } from "#db/schema.ts";
import type { Delivery } from "../preparation.ts";

/**
 * Puts the same message on its way by another channel, unless it goes there already: somebody may have both switched on.
 * Returns the id of the delivery that goes there.
 */
export async function otherChannel(
  trx: Transaction<Database>,
  delivery: Delivery,
  channel: Channel,
  now: string,
): Promise<string> {
  const existing = await findByOther(trx, delivery, channel);
  if (existing) return existing;
  const { kind, user_id, subject_id, due_at, expires_at } = delivery;
  const id = newId();
  const cause = { kind, user_id, subject_id, due_at, expires_at, dedupe_key: keysBy(channel, delivery).standIn };
  await trx
    .insertInto("deliveries")
    .values({ id, channel, not_before: now, created_at: now, ...cause })
    .execute();
  // What was put together in it goes along.
  await trx.updateTable("deliveries").set({ merged_into: id }).where("merged_into", "=", delivery.id).execute();
  return id;
}

/** The delivery of the same message by another channel, if there is one. */
export async function findByOther(
  trx: Transaction<Database>,
  delivery: Delivery,
  channel: Channel,
): Promise<string | undefined> {
  const { own, standIn } = keysBy(channel, delivery);
  const other = await trx
    .selectFrom("deliveries")
    .select("id")
    .where("dedupe_key", "in", [own, standIn])
    .executeTakeFirst();
  return other?.id;
}

/** The channel as it was chosen, before another had to stand in for it. */
export function chosenChannel({ dedupe_key, channel }: Delivery): Channel {
  return dedupe_key.endsWith(":whatsapp") ? "whatsapp" : channel;
}

/** What the same message has in common by all channels: its key without them. */
export function causeOf({ dedupe_key }: Delivery): string {
  return dedupe_key.replace(/(:(sms|whatsapp|email))+$/, "");
}

/** The key that it has where the other channel was chosen as well, and the one that still says what was chosen. */
function keysBy(channel: Channel, { dedupe_key }: Delivery): { own: string; standIn: string } {
  return { own: dedupe_key.replace(/[^:]*$/, channel), standIn: dedupe_key.replace(/[^:]*$/, `${channel}:$&`) };
}
