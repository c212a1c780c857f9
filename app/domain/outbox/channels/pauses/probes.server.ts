import type { Kysely, Transaction } from "kysely";
import { idList } from "#db/sql/values.ts";
import type { Channel, Database } from "#db/schema.ts";

/**
 * Finds channels that a single message has to try, because their pause for everybody has just
 * ended.
 */
export async function findProbedChannels(db: Kysely<Database>, now: string): Promise<Channel[]> {
  const pauses = await db
    .selectFrom("channel_pauses")
    .select("channel")
    .where("user_id", "is", null)
    .where("until", "<=", now)
    .execute();
  return pauses.map(({ channel }) => channel);
}

/**
 * Returns the ids that may be claimed: only one of a probed channel, and one for each user for whom
 * it is probed.
 */
export async function keepOneProbe(
  trx: Transaction<Database>,
  ids: readonly string[],
  now: string,
): Promise<readonly string[]> {
  const rows = await trx
    .selectFrom("deliveries")
    .innerJoin("channel_pauses as pause", "pause.channel", "deliveries.channel")
    .select(["deliveries.id", "deliveries.channel", "pause.user_id"])
    .where("deliveries.id", "in", idList(ids))
    .where("deliveries.state", "=", "ready")
    .where(({ eb, or, ref }) =>
      or([eb("pause.user_id", "is", null), eb("pause.user_id", "=", ref("deliveries.user_id"))]),
    )
    .where("pause.until", "<=", now)
    .execute();
  const byPause = Map.groupBy(rows, ({ channel, user_id }) => `${channel} ${user_id ?? ""}`);
  const others = new Set([...byPause.values()].flatMap(([, ...rest]) => rest.map(({ id }) => id)));
  return ids.filter((id) => !others.has(id));
}

/** Pauses probed channels until the claimed message has an outcome, or its worker is dead. */
export async function awaitProbes(
  trx: Transaction<Database>,
  claimed: { channel: Channel; user_id: string }[],
  { now, until }: { now: string; until: string },
): Promise<void> {
  for (const [channel, some] of Map.groupBy(claimed, (one) => one.channel)) {
    const userIds = some.map(({ user_id }) => user_id);
    await trx
      .updateTable("channel_pauses")
      .set({ until })
      .where("channel", "=", channel)
      .where(({ eb, or }) => or([eb("user_id", "is", null), eb("user_id", "in", idList(userIds))]))
      .where("until", "<=", now)
      .execute();
  }
}
