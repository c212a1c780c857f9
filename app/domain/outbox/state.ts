import { sql, type UpdateObject } from "kysely";
import type { Database, DeliveryState } from "#db/schema.ts";
import type { Reason } from "./reasons.ts";

type Columns = UpdateObject<Database, "deliveries">;
/** Columns that an event brings with it. */
type Given<Column extends keyof Columns> = Required<Pick<Columns, Column>>;

interface Way<Brought> {
  from: readonly DeliveryState[];
  to: DeliveryState;
  when: string;
  /** The columns it writes beside the state. */
  set(now: string, columns: Brought): Omit<Columns, "state">;
}

/** What every delivery that waits for a claim has, however often it was claimed before. */
const waiting = { lease_until: null, enqueued_at: null, ended_at: null };
/** A provider knows it. What is ready or unclear again may have arrived all the same. */
const atProvider = ["sent", "sending", "unknown", "ready"] as const;

/**
 * Every way from one state to another, by the event that leads there. A new delivery is ready. docs/delivery.md shows
 * this table, and changeState is the only one to write a state.
 */
export const transitions = {
  claimed: way(["ready"], "sending", "a worker takes it", (now, lease: Given<"lease_until">) => ({
    ...lease,
    claimed_at: now,
    attempts: oneMore("attempts"),
  })),
  misread: way(["ready"], "ready", "reading it fails", (_, wait: Given<"not_before">) => ({
    ...wait,
    crash_count: oneMore("crash_count"),
  })),
  unreadable: way(["ready"], "failed", "reading it failed three times", endedAs("crashed")),
  merged_late: way(["ready"], "merged", "it is late, and goes out with others", endedWith<"merged_into">),
  expired: way(["ready", "sending"], "expired", "its time is over", ended),
  withdrawn: way(["sending"], "cancelled", "the claim finds that it should not go out", endedWith<"reason">),
  rerouted: way(
    ["ready", "cancelled", "merged"],
    "ready",
    "its channel was switched off",
    (now, route: Given<"channel" | "stands_in_for" | "dedupe_key">) => ({
      ...waiting,
      ...route,
      not_before: now,
      retry_count: 0,
      reason: null,
      merged_into: null,
    }),
  ),
  superseded: way(["ready", "cancelled"], "cancelled", "parts of it go out by themselves", endedAs("superseded")),

  accepted: way(
    ["sending", "unknown", "ready"],
    "sent",
    "the provider accepts it",
    (now, message: Given<"provider_id">) => ({ ...message, ended_at: now, reason: null }),
  ),
  // The waits are by this clock. Should it be set back, clock-rollback.server.ts sees that from claimed_at.
  deferred: way(
    ["sending", "unknown"],
    "ready",
    "the provider does not accept it now",
    (now, retry: Given<"not_before" | "retry_count">) => ({ ...waiting, ...retry, claimed_at: now }),
  ),
  held: way(["sending", "unknown"], "ready", "its channel is set up wrongly, or its user must act", () => waiting),
  diverted: way(
    ["sending", "unknown"],
    "ready",
    "the provider can send it by another channel only",
    (_, route: Given<"channel" | "stands_in_for">) => ({ ...waiting, ...route }),
  ),
  unclear: way(["sending", "unknown"], "unknown", "the provider's answer is unclear", (now) => ({
    unknown_since: now,
  })),
  refused: way(["sending", "unknown"], "failed", "the provider refuses it for good", endedWith<"reason">),
  dropped: way(["sending", "unknown"], "cancelled", "the provider's answer makes it pointless", endedWith<"reason">),

  cut_off: way(["sending"], "unknown", "its lease ends with no answer", (now) => ({
    unknown_since: now,
    crash_count: oneMore("crash_count"),
  })),
  crashed: way(["sending"], "failed", "its lease ends for the third time", endedAs("crashed")),
  found: way(["unknown"], "sent", "the provider has it", (now, message: Given<"provider_id">) => ({
    ...message,
    ended_at: now,
    crash_count: 0,
  })),
  never_arrived: way(["unknown"], "ready", "it was cut off before the provider had it", (now) => ({
    ...waiting,
    not_before: now,
    crash_count: 0,
  })),
  not_accepted: way(
    ["unknown"],
    "ready",
    "the provider answered unclearly, and does not have it",
    (now, retry: Given<"not_before" | "retry_count">) => ({ ...waiting, ...retry, claimed_at: now }),
  ),
  unsure: way(["unknown"], "ready", "nobody can say: once more, once", (now) => ({
    ...waiting,
    not_before: now,
    repeated_at: now,
  })),
  given_up: way(["unknown"], "failed", "nobody can say, and it went out twice", endedAs("unclear")),
  pointless: way(
    ["unknown"],
    "cancelled",
    "the provider does not have it, and it should not go out",
    endedWith<"reason">,
  ),

  reported_sent: way(["sending", "unknown", "ready"], "sent", "the provider reports it on its way", reported<never>),
  delivered: way(atProvider, "delivered", "the provider reports it delivered", reported<never>),
  undelivered: way(atProvider, "undelivered", "the provider reports that it did not arrive", reported<"reason">),
  replaced: way(
    atProvider,
    "merged",
    "the provider reports that only another channel can deliver it",
    reported<"merged_into">,
  ),
};

type Transition = keyof typeof transitions;

type GivenTo<Name extends Transition> = (typeof transitions)[Name] extends Way<infer Brought> ? Brought : never;

/** A transition, with the columns that it needs to be given. */
export type Change = {
  [Name in Transition]: undefined extends GivenTo<Name>
    ? { transition: Name; columns?: undefined }
    : { transition: Name; columns: GivenTo<Name> };
}[Transition];

/** Everything that a change writes. */
export function columnsOf({ transition, columns }: Change, now: string): Columns {
  const chosen: Way<Change["columns"]> = transitions[transition];
  return { ...chosen.set(now, columns), state: chosen.to };
}

function way<Brought = undefined>(
  from: readonly DeliveryState[],
  to: DeliveryState,
  when: string,
  set: Way<Brought>["set"],
): Way<Brought> {
  return { from, to, when, set };
}

function ended(now: string) {
  return { ended_at: now };
}

function endedAs(reason: Reason) {
  return (now: string) => ({ ended_at: now, reason });
}

function endedWith<Column extends keyof Columns>(now: string, columns: Given<Column>) {
  return { ...columns, ended_at: now };
}

function reported<Column extends keyof Columns>(now: string, columns: Given<Column | "provider_id">) {
  return { reason: null, ...columns, ended_at: sql<string>`coalesce(ended_at, ${now})`, lease_until: null };
}

function oneMore(column: "attempts" | "crash_count") {
  return sql<number>`${sql.ref(column)} + 1`;
}
