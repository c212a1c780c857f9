import type { ExpressionBuilder } from "kysely";
import type { Database, DelegationState } from "#db/schema.ts";

/** A task has at most one request in these states. */
export const openStates = ["pending", "accepted", "declined"] as const satisfies DelegationState[];

/** Open, or a no that may still become a yes, although somebody else was asked since. */
export const canBeAnswered = ({ eb, or, and }: ExpressionBuilder<Database, "delegations">) =>
  or([
    eb("state", "in", openStates),
    and([eb("state", "=", "superseded"), eb("answer", "=", "declined")]),
  ]);
