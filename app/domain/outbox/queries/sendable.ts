import type { ExpressionBuilder, Kysely } from "kysely";
import type { Database, MessageKind } from "#db/schema.ts";
import { whereAllowed } from "../change-state.server.ts";
import { findWait, kindsWhere, type MessageTypes, type Product } from "../message-type.ts";
import { lateBefore } from "./late.ts";
import { presentPauses, whereChannelPaused } from "./paused.ts";
import { waitingDevices } from "./waiting-devices.ts";

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
