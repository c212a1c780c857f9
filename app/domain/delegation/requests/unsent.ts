import type { ExpressionBuilder } from "kysely";
import { hasMessage } from "#app/domain/outbox/views/about-subject.server.ts";
import type { Database, DeliveryState } from "#db/schema.ts";

const unsentStates: readonly DeliveryState[] = ["failed", "undelivered", "cancelled", "expired"];

export function isUnsent(state: DeliveryState): boolean {
  return unsentStates.includes(state);
}

export function hasUnsentMessage(eb: ExpressionBuilder<Database, "delegations">) {
  return hasMessage(eb, {
    kind: "delegation_request",
    subject: "delegations.id",
    states: unsentStates,
  });
}
