import type { Kysely } from "kysely";
import type { Channel, Database } from "#db/schema.ts";

interface PauseView {
  channel: Channel;
  reason: string;
  pausedAt: string;
  /** The time of the next attempt. */
  triedAt: string;
  /** The number of due messages that wait. */
  waiting: number;
}

export function listPauses(db: Kysely<Database>, now: string): Promise<PauseView[]> {
  return db
    .selectFrom("channel_pauses")
    .select(["channel", "reason", "paused_at as pausedAt", "until as triedAt"])
    .select(({ selectFrom, fn }) =>
      selectFrom("deliveries")
        .select(fn.countAll<number>().as("count"))
        .whereRef("deliveries.channel", "=", "channel_pauses.channel")
        .where("state", "=", "ready")
        .where("not_before", "<=", now)
        .$asScalar()
        .$notNull()
        .as("waiting"),
    )
    .where("user_id", "is", null)
    .orderBy("paused_at")
    .orderBy("channel")
    .execute();
}
