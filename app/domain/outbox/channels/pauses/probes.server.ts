import type { Kysely, Transaction } from "kysely";
import { idList } from "#app/domain/core/sql/values.ts";
import type { Channel, Database } from "#db/schema.ts";

/** Channels whose pause is over until one message proves that they work again. */
export async function findProbedChannels(db: Kysely<Database>, now: string): Promise<Channel[]> {
  const pauses = await db.selectFrom("channel_pauses").select("channel").where("until", "<=", now).execute();
  return pauses.map(({ channel }) => channel);
}

/** Returns the ids that may be claimed: of a probed channel, only one. */
export async function keepOneProbe(
  trx: Transaction<Database>,
  ids: readonly string[],
  now: string,
): Promise<readonly string[]> {
  const probed = await findProbedChannels(trx, now);
  if (probed.length === 0) return ids;
  const rows = await trx
    .selectFrom("deliveries")
    .select(["id", "channel"])
    .where("id", "in", idList(ids))
    .where("state", "=", "ready")
    .where("channel", "in", probed)
    .execute();
  const byChannel = Map.groupBy(rows, ({ channel }) => channel);
  const others = new Set([...byChannel.values()].flatMap(([, ...rest]) => rest.map(({ id }) => id)));
  return ids.filter((id) => !others.has(id));
}

/** Pauses probed channels until the claimed message has an outcome, or its worker is dead. */
export async function awaitProbes(
  trx: Transaction<Database>,
  claimed: { channel: Channel }[],
  { now, until }: { now: string; until: string },
): Promise<void> {
  if (claimed.length === 0) return;
  const channels = [...new Set(claimed.map(({ channel }) => channel))];
  await trx
    .updateTable("channel_pauses")
    .set({ until })
    .where("channel", "in", channels)
    .where("until", "<=", now)
    .execute();
}
