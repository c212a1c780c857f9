import { sql, type Transaction } from "kysely";
import { v7 as newId } from "uuid";
import type { Channel, Database } from "#db/schema.ts";
import type { Delivery } from "../preparation.ts";
import { isOfCause } from "../queries/used-channels.server.ts";
import { wakeWorker } from "../queries/wake-worker.ts";

/**
 * Sends a message by another channel as well, once.
 * @returns the id of the new delivery, or of the existing one if the channel was used before
 */
export async function useChannel(
  trx: Transaction<Database>,
  delivery: Delivery,
  { channel, standsInFor }: { channel: Channel; standsInFor: Channel | null },
  now: string,
): Promise<string> {
  const existing = await findByChannel(trx, delivery, channel);
  if (existing) return existing;
  const { kind, user_id, subject_id, payload, is_own, cause, due_at, expires_at, held_at } = delivery;
  const message = { kind, user_id, subject_id, payload, is_own, cause, due_at, expires_at, held_at };
  const route = { channel, stands_in_for: standsInFor, dedupe_key: dedupeKeyOf(cause, channel) };
  const id = newId();
  await trx
    .insertInto("deliveries")
    .values({ id, not_before: now, created_at: now, ...message, ...route })
    .execute();
  wakeWorker();
  await trx.updateTable("deliveries").set({ merged_into: id }).where("merged_into", "=", delivery.id).execute();
  return id;
}

export async function findByChannel(
  trx: Transaction<Database>,
  { cause }: Pick<Delivery, "cause">,
  channel: Channel,
): Promise<string | undefined> {
  const sameCause = trx
    .selectFrom("deliveries")
    .select("id")
    .where(isOfCause(sql.val(cause)));
  return (await sameCause.where("channel", "=", channel).executeTakeFirst())?.id;
}

export function chosenChannel({ stands_in_for, channel }: Pick<Delivery, "channel" | "stands_in_for">): Channel {
  return stands_in_for ?? channel;
}

/** One row a channel, and by push one a device. */
export function dedupeKeyOf(cause: string, channel: Channel, deviceId?: string): string {
  return [cause, channel, deviceId].filter(Boolean).join(":");
}
