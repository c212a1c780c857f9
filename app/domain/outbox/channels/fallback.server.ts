import type { Transaction } from "kysely";
import { v7 as newId } from "uuid";
import type { Channel, Database } from "#db/schema.ts";
import type { Delivery } from "../preparation.ts";

/**
 * Enqueues the same message by another channel, unless it goes there already because the user has both switched on.
 * Returns the id of the delivery by that channel.
 */
export async function otherChannel(
  trx: Transaction<Database>,
  delivery: Delivery,
  channel: Channel,
  now: string,
): Promise<string> {
  const existing = await findByOther(trx, delivery, channel);
  if (existing) return existing;
  const { kind, user_id, subject_id, payload, is_own, cause, due_at, expires_at } = delivery;
  const message = { kind, user_id, subject_id, payload, is_own, cause, due_at, expires_at };
  const chosen = chosenChannel(delivery);
  const way = { channel, stands_in_for: chosen, dedupe_key: dedupeKeyOf(cause, channel, chosen) };
  const id = newId();
  await trx
    .insertInto("deliveries")
    .values({ id, not_before: now, created_at: now, ...message, ...way })
    .execute();
  await trx.updateTable("deliveries").set({ merged_into: id }).where("merged_into", "=", delivery.id).execute();
  return id;
}

export async function findByOther(
  trx: Transaction<Database>,
  delivery: Delivery,
  channel: Channel,
): Promise<string | undefined> {
  const keys = [dedupeKeyOf(delivery.cause, channel), dedupeKeyOf(delivery.cause, channel, chosenChannel(delivery))];
  const other = await trx.selectFrom("deliveries").select("id").where("dedupe_key", "in", keys).executeTakeFirst();
  return other?.id;
}

/** The channel the user chose, before another had to stand in for it. */
export function chosenChannel({ stands_in_for, channel }: Pick<Delivery, "channel" | "stands_in_for">): Channel {
  return stands_in_for ?? channel;
}

export function dedupeKeyOf(cause: string, channel: Channel, standsInFor?: Channel): string {
  return [cause, channel, standsInFor].filter(Boolean).join(":");
}
