import { sql, type Transaction } from "kysely";
import { v7 as newId } from "uuid";
import type { Channel, Database } from "#db/schema.ts";
import { changeAsSystem } from "../change-state.server.ts";
import type { Delivery } from "../preparation.ts";
import { isOfCause } from "../queries/used-channels.server.ts";
import { wakeWorker } from "../queries/wake-worker.ts";

const batchSize = 500;

/**
 * Sends messages by another channel as well, which they have not used before.
 * @param isStandIn the message says which channel it stands in for
 */
export async function useChannel(
  trx: Transaction<Database>,
  deliveries: readonly Delivery[],
  { channel, isStandIn }: { channel: Channel; isStandIn: boolean },
  now: string,
): Promise<void> {
  for (let from = 0; from < deliveries.length; from += batchSize) {
    const rows = deliveries.slice(from, from + batchSize).map((delivery) => {
      const { kind, user_id, subject_id, payload, is_own, cause, due_at, expires_at, held_at } =
        delivery;
      const message = {
        kind,
        user_id,
        subject_id,
        payload,
        is_own,
        cause,
        due_at,
        expires_at,
        held_at,
      };
      const route = { channel, dedupe_key: dedupeKeyOf(cause, channel) };
      const stands_in_for = isStandIn ? chosenChannel(delivery) : null;
      return {
        before: delivery.id,
        row: { id: newId(), not_before: now, created_at: now, stands_in_for, ...message, ...route },
      };
    });
    await trx
      .insertInto("deliveries")
      .values(rows.map(({ row }) => row))
      .execute();
    await moveMerged(trx, new Map(rows.map(({ before, row }) => [before, row.id])), now);
  }
  wakeWorker();
}

/** Moves the parts of one message to another. @param targets by id */
async function moveMerged(
  trx: Transaction<Database>,
  targets: Map<string, string>,
  now: string,
): Promise<void> {
  const columns = { merged_into: sql<string>`target.value` };
  await changeAsSystem(trx, { transition: "moved", columns }, now)
    .from(
      sql<{
        key: string;
        value: string;
      }>`json_each(${JSON.stringify(Object.fromEntries(targets))})`.as("target"),
    )
    .where("merged_into", "=", sql<string>`target.key`)
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
    .where(isOfCause(sql.val(cause)));
  return (await sameCause.where("channel", "=", channel).executeTakeFirst())?.id;
}

export function chosenChannel({
  stands_in_for,
  channel,
}: Pick<Delivery, "channel" | "stands_in_for">): Channel {
  return stands_in_for ?? channel;
}

/** One row a channel, and by push one a device. */
export function dedupeKeyOf(cause: string, channel: Channel, deviceId?: string): string {
  return [cause, channel, deviceId].filter(Boolean).join(":");
}
