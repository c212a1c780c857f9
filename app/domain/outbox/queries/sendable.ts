import type { ExpressionBuilder, Kysely } from "kysely";
import { earlierBy } from "#app/domain/core/time.ts";
import type { Database, MessageKind } from "#db/schema.ts";
import { whereAllowed } from "../change-state.server.ts";
import { findWait, kindsWhere, type MessageTypes, type Product } from "../message-type.ts";
import { presentPauses, waitingDevices, whereChannelPaused } from "./paused.ts";

const minutesUntilLate = 15;

export function lateBefore(now: string): string {
  return earlierBy(now, { minutes: minutesUntilLate });
}

type Deliveries = ExpressionBuilder<Database, "deliveries">;

export function whereSendable(
  db: Kysely<Database>,
  { messageTypes, isSetUp, heldBefore }: Product,
  now: string,
) {
  const since = heldBefore?.();
  const merging = kindsWhere(messageTypes, (type) => type.mergesLateInto);
  const sequential = kindsWhere(messageTypes, (type) => type.isSequential);
  const waiting = kindsWhere(messageTypes, (type) => findWait(type, isSetUp));
  return (eb: Deliveries) =>
    eb.and([
      whereAllowed("claimed")(eb),
      eb("not_before", "<=", now),
      ...(since ? [eb("created_at", ">=", since)] : []),
      eb.not(whereChannelPaused(presentPauses(db, now))(eb)),
      eb.or([eb("device_id", "is", null), eb("device_id", "not in", waitingDevices(db, now))]),
      eb.or([eb("kind", "not in", sequential), eb.not(isSubjectInFlight(eb))]),
      ...waiting.map((kind) =>
        eb.or([eb("kind", "!=", kind), eb.not(isWaitingForUser(db, messageTypes, kind)(eb))]),
      ),
      eb.or([eb("kind", "not in", merging), eb("due_at", ">=", lateBefore(now))]),
    ]);
}

function isWaitingForUser(db: Kysely<Database>, messageTypes: MessageTypes, kind: MessageKind) {
  const wait = messageTypes[kind].waitsForUser;
  return (eb: Deliveries) => wait?.isWaiting(db, eb.ref("deliveries.user_id")) ?? eb.lit(false);
}

function isSubjectInFlight(eb: Deliveries) {
  return eb.exists(
    eb
      .selectFrom("deliveries as other")
      .select("other.id")
      .whereRef("other.subject_id", "=", "deliveries.subject_id")
      .whereRef("other.kind", "=", "deliveries.kind")
      .where("other.state", "in", ["sending", "unknown"]),
  );
}

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
      // True after the clock was set back.
      eb("enqueued_at", ">", now),
    ]);
}
