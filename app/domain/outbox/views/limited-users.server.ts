import type { Kysely } from "kysely";
import { earlierBy } from "#app/domain/core/time.ts";
import type { Channel, Database, MessageKind } from "#db/schema.ts";
import { unindexed } from "#db/sql/values.ts";
import { firstIdAt } from "../queries/first-id.ts";
import type { Reason } from "../reasons.ts";

const ownLimit: Reason = "own_limit";

/**
 * Lists users who reached their limit for a channel in the last 24 hours, with the number of
 * messages that it stopped.
 */
export async function listLimitedUsers(
  db: Kysely<Database>,
  now: string,
): Promise<{ userId: string; channel: Channel; refused: number }[]> {
  return (
    db
      .selectFrom("deliveries")
      .select(({ fn }) => ["user_id as userId", "channel", fn.countAll<number>().as("refused")])
      .where("id", ">", firstIdAt(earlierBy(now, { hours: 24 })))
      .where("state", "=", "cancelled")
      .where("reason", "=", ownLimit)
      // SQLite would read all messages in the order of another index.
      .groupBy([unindexed("user_id"), unindexed("channel")])
      .orderBy("refused", "desc")
      .orderBy("userId")
      .orderBy("channel")
      .execute()
  );
}

/**
 * Lists users who got `most` messages of a kind about one subject in the last 24 hours, with the
 * number of such subjects.
 */
export async function listOftenNotified(
  db: Kysely<Database>,
  { kind, most }: { kind: MessageKind; most: number },
  now: string,
): Promise<{ userId: string; things: number }[]> {
  const often = await db
    .selectFrom("deliveries")
    .select(["user_id as userId", "subject_id"])
    .where("id", ">", firstIdAt(earlierBy(now, { hours: 24 })))
    .where("kind", "=", kind)
    .groupBy(["user_id", "subject_id"])
    .having(({ fn }) => fn.count("cause").distinct(), ">=", most)
    .execute();
  return [...Map.groupBy(often, ({ userId }) => userId)].map(([userId, { length }]) => ({
    userId,
    things: length,
  }));
}
