import type { ExpressionBuilder, Kysely, SelectQueryBuilder } from "kysely";
import type { Database } from "#db/schema.ts";

type Pauses = SelectQueryBuilder<Database, "channel_pauses", object>;

/** Finds pauses during which only a single message goes out, to try the channel. */
export function presentPauses(db: Kysely<Database>, now: string): Pauses {
  return db.selectFrom("channel_pauses").where("until", ">", now);
}

/** Finds deliveries whose channel is paused for everybody or for their user. */
export function whereChannelPaused(pauses: Pauses) {
  return (eb: ExpressionBuilder<Database, "deliveries">) =>
    eb.or([
      eb(
        "channel",
        "in",
        pauses.where("channel_pauses.user_id", "is", null).select("channel_pauses.channel"),
      ),
      eb(
        eb.refTuple("deliveries.user_id", "deliveries.channel"),
        "in",
        pauses
          .where("channel_pauses.user_id", "is not", null)
          .select(["channel_pauses.user_id", "channel_pauses.channel"])
          .$narrowType<{ user_id: string }>()
          .$asTuple("user_id", "channel"),
      ),
    ]);
}

/** Finds devices whose push services asked to wait. */
export function waitingDevices(db: Kysely<Database>, now: string) {
  return db.selectFrom("push_devices").select("id").where("waits_until", ">", now);
}
