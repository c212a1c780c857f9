import { type RawBuilder, sql } from "kysely";
import type { DeliveryState } from "#db/schema.ts";

/** SQLite uses the small index of a state only where it sees the value. */
export function isIn(state: DeliveryState): RawBuilder<boolean> {
  return sql<boolean>`deliveries.state = ${sql.lit(state)}`;
}

/** The same for deliveries that have not ended. Their index has exactly these words. */
export const isOpen = sql<boolean>`deliveries.state in ('ready', 'sending', 'unknown')`;
