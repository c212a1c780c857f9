import { sql } from "kysely";

/**
 * The id of the message that says what became of a delivery: its own, or the one it was merged into or replaced by. That
 * one may have been merged in turn, but no further: an SMS is never replaced.
 */
export const lastMessageId = sql<string>`coalesce(
  (select whole.merged_into from deliveries as whole where whole.id = deliveries.merged_into),
  deliveries.merged_into,
  deliveries.id
)`;
