import type { ExpressionBuilder, Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import { lateBefore } from "../scheduling/late.ts";

type Deliveries = ExpressionBuilder<Database, "deliveries">;

/**
 * Whether a delivery may go out: it waits, its time has come, its channel is not paused, and as a reminder it is not
 * so late that it goes out with others.
 * @param now UTC
 */
export function isSendable(db: Kysely<Database>, now: string) {
  return (eb: Deliveries) =>
    eb.and([
      eb("state", "=", "ready"),
      eb("not_before", "<=", now),
      eb("channel", "not in", pausedChannels(db, now)),
      isFreeToGo(eb),
      eb.or([eb("kind", "!=", "reminder"), eb("due_at", ">=", lateBefore(now))]),
    ]);
}

/** The channels that nothing goes out by at present. */
export function pausedChannels(db: Kysely<Database>, now: string) {
  return db.selectFrom("channel_pauses").select("channel").where("until", ">", now);
}

/**
 * What is said about one calendar entry goes out one after the other, so that the last word stays the last; and nothing
 * does while its owner has to connect again or to choose another calendar. All other messages are free.
 */
function isFreeToGo(eb: Deliveries) {
  const halted = eb.selectFrom("calendar_connections").select("user_id").where("problem", "is not", null);
  const underway = eb
    .selectFrom("deliveries as underway")
    .select("underway.id")
    .whereRef("underway.subject_id", "=", "deliveries.subject_id")
    .where("underway.kind", "=", "calendar_event")
    .where("underway.state", "in", ["sending", "unknown"]);
  const isCalendar = eb("deliveries.channel", "=", "calendar");
  return eb.or([eb.not(isCalendar), eb.and([eb("deliveries.user_id", "not in", halted), eb.not(eb.exists(underway))])]);
}
