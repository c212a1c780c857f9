import type { Transaction } from "kysely";
import { v7 as newId } from "uuid";
import type { Channel, Database } from "#db/schema.ts";
import type { Delivery } from "../preparation.ts";
import { wakeWorker } from "../queries/wake-worker.ts";

/** Returns the id of the new delivery, or of the existing one if the user has both channels on. */
export async function addFallback(
  trx: Transaction<Database>,
  delivery: Delivery,
  channel: Channel,
  now: string,
): Promise<string> {
  const existing = await findFallback(trx, delivery, channel);
  if (existing) return existing;
  const { kind, user_id, subject_id, payload, is_own, cause, due_at, expires_at } = delivery;
  const message = { kind, user_id, subject_id, payload, is_own, cause, due_at, expires_at };
  const chosen = chosenChannel(delivery);
  const route = { channel, stands_in_for: chosen, dedupe_key: dedupeKeyOf(cause, channel, chosen) };
  const id = newId();
  await trx
    .insertInto("deliveries")
    .values({ id, not_before: now, created_at: now, ...message, ...route })
    .execute();
  wakeWorker();
  await trx.updateTable("deliveries").set({ merged_into: id }).where("merged_into", "=", delivery.id).execute();
  return id;
}

export async function findFallback(
  trx: Transaction<Database>,
  delivery: Delivery,
  channel: Channel,
): Promise<string | undefined> {
  const keys = [dedupeKeyOf(delivery.cause, channel), dedupeKeyOf(delivery.cause, channel, chosenChannel(delivery))];
  const other = await trx.selectFrom("deliveries").select("id").where("dedupe_key", "in", keys).executeTakeFirst();
  return other?.id;
}

export function chosenChannel({ stands_in_for, channel }: Pick<Delivery, "channel" | "stands_in_for">): Channel {
  return stands_in_for ?? channel;
}

/** @param variant the channel that this one replaces, or the device */
export function dedupeKeyOf(cause: string, channel: Channel, variant?: string): string {
  return [cause, channel, variant].filter(Boolean).join(":");
}
