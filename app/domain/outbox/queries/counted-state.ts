import type { ExpressionBuilder } from "kysely";
import type { Database } from "#db/schema.ts";
import { literal } from "#db/sql/values.ts";
import { unclear } from "../reasons.ts";

/** Names the state for figures, which must not count unconfirmed messages as accepted. */
export function countedState(eb: ExpressionBuilder<Database, "deliveries">) {
  return eb
    .case()
    .when(eb.and([eb("state", "=", literal("sent")), eb("reason", "=", literal(unclear))]))
    .then(literal("unconfirmed"))
    .else(eb.ref("state"))
    .end();
}
