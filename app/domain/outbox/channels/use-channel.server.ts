import type { Transaction } from "kysely";
import { v7 as newId } from "uuid";
import type { Channel, Database } from "#db/schema.ts";
import { columnOf, rowTable, unindexed } from "#db/sql/values.ts";
import { changeAsSystem } from "../change-state.server.ts";
import type { Delivery } from "../preparation.ts";
import { isOfCause } from "../queries/used-channels.server.ts";
import { wakeWorker } from "../queries/wake-worker.ts";

const batchSize = 500;

/**
 * Sends messages by another channel as well, which they have not used before.
 * @param isStandIn true if the message says which channel it replaces
 */
export async function useChannel(
  trx: Transaction<Database>,
  deliveries: readonly Delivery[],
  { channel, isStandIn }: { channel: Channel; isStandIn: boolean },
  now: string,
): Promise<void> {
  for (let from = 0; from < deliveries.length; from += batchSize) {
    const copies = deliveries.slice(from, from + batchSize).map((delivery) => ({
      before: delivery.id,
      row: {
        ...copyOf(delivery, now),
        channel,
        dedupe_key: dedupeKeyOf(delivery.cause, channel),
        stands_in_for: isStandIn ? chosenChannel(delivery) : null,
      },
    }));
    await trx
      .insertInto("deliveries")
      .values(copies.map(({ row }) => row))
      .execute();
    const targets = new Map(copies.map(({ before, row }) => [before, row.id]));
    await moveMerged(trx, "merged_into", targets, now);
  }
  await wakeWorker(trx);
}

/** Returns a new delivery with the content of another. */
export function copyOf(delivery: Delivery, now: string) {
  const { kind, user_id, subject_id, payload, is_own, cause, due_at, expires_at, held_at } =
    delivery;
  const message = { kind, user_id, subject_id, payload, is_own, cause, due_at, expires_at };
  return { id: newId(), ...message, held_at, not_before: now, created_at: now };
}

/**
 * Moves merged messages to the delivery that carries them now.
 * @param targets by the column's values
 */
export async function moveMerged(
  trx: Transaction<Database>,
  column: "id" | "merged_into",
  targets: Map<string, string>,
  now: string,
): Promise<void> {
  const rows = [...targets].map(([from, to]) => ({ from, to }));
  const columns = { merged_into: columnOf<string>("target.to") };
  await changeAsSystem(trx, { transition: "moved", columns }, now)
    .from(rowTable(rows, ["from", "to"]).as("target"))
    .whereRef(`deliveries.${column}`, "=", "target.from")
    .execute();
}

export async function findByChannel(
  trx: Transaction<Database>,
  { cause }: Pick<Delivery, "cause">,
  channel: Channel,
): Promise<string | undefined> {
  const sameCause = trx
    .selectFrom("deliveries")
    .select("id")
    .where((eb) => isOfCause(eb, eb.val(cause)));
  // The index by channel would read everybody's messages.
  const byChannel = sameCause.where(unindexed<Channel>("channel"), "=", channel);
  return (await byChannel.executeTakeFirst())?.id;
}

export function chosenChannel({
  stands_in_for,
  channel,
}: Pick<Delivery, "channel" | "stands_in_for">): Channel {
  return stands_in_for ?? channel;
}

/** The key allows one row per channel, and for push one per device. */
export function dedupeKeyOf(cause: string, channel: Channel, deviceId?: string): string {
  return [cause, channel, deviceId].filter(Boolean).join(":");
}
