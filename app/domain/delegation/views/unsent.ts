import type { ExpressionBuilder } from "kysely";
import type { Database, DeliveryState } from "#db/schema.ts";

/** States of a message that will not arrive. */
export const unsentStates = ["failed", "undelivered", "cancelled", "expired"] as const satisfies DeliveryState[];

/** Whether a request's message has not gone out, and will not. */
export function hasUnsent({ exists, selectFrom }: ExpressionBuilder<Database, "delegations">) {
  return exists(
    selectFrom("deliveries")
      .select("deliveries.id")
      .whereRef("deliveries.subject_id", "=", "delegations.id")
      .where("deliveries.kind", "=", "delegation_request")
      .where("deliveries.state", "in", unsentStates),
  );
}
