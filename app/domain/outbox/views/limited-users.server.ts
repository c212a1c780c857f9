import { type Kysely, sql } from "kysely";
import { earlierBy } from "#app/domain/core/time.ts";
import type { Channel, Database } from "#db/schema.ts";
import { firstIdAt } from "../queries/first-id.ts";
import type { Reason } from "../reasons.ts";

const ownLimit: Reason = "own_limit";

/** Users who reached their limit for a channel in the last 24 hours, and how many messages that stopped. */
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
      // The + keeps SQLite from reading all messages in the order of another index.
      .groupBy([sql`+user_id`, sql`+channel`])
      .orderBy("refused", "desc")
      .execute()
  );
}
