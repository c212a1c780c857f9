import type { ExpressionBuilder } from "kysely";
import { hasMessage } from "#app/domain/outbox/views/about-subject.server.ts";
import type { Database, DeliveryState } from "#db/schema.ts";

/** States of a message that will not arrive. */
export const unsentStates = ["failed", "undelivered", "cancelled", "expired"] as const satisfies DeliveryState[];

/** Whether a request's message has not gone out, and will not. */
export function hasUnsent(eb: ExpressionBuilder<Database, "delegations">) {
  return hasMessage(eb, { kind: "delegation_request", subject: "delegations.id", states: unsentStates });
}
