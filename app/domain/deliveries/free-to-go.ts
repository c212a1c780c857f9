import type { ExpressionBuilder } from "kysely";
import type { Database } from "#db/schema.ts";

/**
 * What is said about one calendar entry goes out one after the other, so that the last word stays the last; and nothing
 * does while its owner has to connect again or to choose another calendar. All other messages are free.
 */
export function isFreeToGo(eb: ExpressionBuilder<Database, "deliveries">) {
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
