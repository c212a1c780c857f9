import { sql } from "kysely";

/**
 * The id of the delivery that says what became of one: its own, or that of the message which it was put into or which
 * took its place. That one may have been put into another, and there it ends: nothing goes on from an SMS.
 */
export const lastMessageId = sql<string>`coalesce(
  (select whole.merged_into from deliveries as whole where whole.id = deliveries.merged_into),
  deliveries.merged_into,
  deliveries.id
)`;
