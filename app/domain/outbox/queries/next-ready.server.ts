import type { Kysely } from "kysely";
import type { Channel, Database } from "#db/schema.ts";

/** The earliest instant after the given one at which a delivery may be claimed. */
export async function findNextReady(
  db: Kysely<Database>,
  channels: readonly Channel[],
  after: string,
): Promise<string | undefined> {
  const next = await nextReadyQuery(db, channels, after).executeTakeFirstOrThrow();
  return Object.values(next)
    .filter((instant) => instant !== null)
    .toSorted()[0];
}

/**
 * Asks by channel, as the index of what is ready is ordered: it reads one row of each, however many
 * are due.
 */
export function nextReadyQuery(db: Kysely<Database>, channels: readonly Channel[], after: string) {
  return db.selectNoFrom(({ selectFrom }) =>
    channels.map((channel) =>
      selectFrom("deliveries")
        .select(({ fn }) => fn.min<string | null>("not_before").as("next"))
        .where("state", "=", "ready")
        .where("channel", "=", channel)
        .where("not_before", ">", after)
        .as(channel),
    ),
  );
}
