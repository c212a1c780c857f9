import { sql } from "kysely";
import type { DeliveryState } from "#db/schema.ts";
import { unclear } from "../reasons.ts";

/** For figures, which must not count what nobody confirmed among what was accepted. */
export const countedState = sql<DeliveryState | "unconfirmed">`case
  when state = 'sent' and reason = ${sql.lit(unclear)} then 'unconfirmed' else state end`;
