import type { ExpressionBuilder, Kysely } from "kysely";
import { earlierBy } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import type { Product } from "../message-type.ts";
import { whereSendable } from "./sendable.ts";

type Deliveries = ExpressionBuilder<Database, "deliveries">;

/** A delivery still unclaimed this long after enqueueing counts as lost. */
const secondsUntilLost = 15;

export function lostBefore(now: string): string {
  return earlierBy(now, { seconds: secondsUntilLost });
}

export function whereDue(db: Kysely<Database>, product: Product, now: string) {
  return (eb: Deliveries) =>
    eb.and([whereSendable(db, product, now)(eb), whereNotInQueue(now)(eb)]);
}

export function whereNotInQueue(now: string) {
  return (eb: Deliveries) =>
    eb.or([
      eb("enqueued_at", "is", null),
      eb("enqueued_at", "<", lostBefore(now)),
      // After the clock was set back.
      eb("enqueued_at", ">", now),
    ]);
}
