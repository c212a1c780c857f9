import type { ExpressionBuilder } from "kysely";
import { hasMessage } from "#app/domain/outbox/views/about-subject.server.ts";
import type { Database, DeliveryState } from "#db/schema.ts";

export const unsentStates = ["failed", "undelivered", "cancelled", "expired"] as const satisfies DeliveryState[];

export function hasUnsentMessage(eb: ExpressionBuilder<Database, "delegations">) {
  return hasMessage(eb, { kind: "delegation_request", subject: "delegations.id", states: unsentStates });
}
