import { sql } from "kysely";

/** Follows merged_into twice, which is enough: a replacement SMS may be merged, but never replaced. */
export const lastMessageId = sql<string>`coalesce(
  (select target.merged_into from deliveries as target where target.id = deliveries.merged_into),
  deliveries.merged_into,
  deliveries.id
)`;
