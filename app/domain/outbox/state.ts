import type { ExpressionBuilder } from "kysely";
import type { Database, DeliveryState } from "#db/schema.ts";
import { type Reason, unclear } from "./reasons.ts";
import {
  type Actor,
  causedBy,
  type Columns,
  type ColumnValues,
  increment,
  rule,
  same,
  type TransitionRule,
} from "./transition-rule.ts";

/** Groups the states as pages show them. */
export type StateGroup = "waiting" | "sent" | "failed" | "not-sent";

/** The partial indexes of the table list a group's states in this order. */
export const groupOf: Record<DeliveryState, StateGroup> = {
  ready: "waiting",
  sending: "waiting",
  unknown: "waiting",
  sent: "sent",
  delivered: "sent",
  failed: "failed",
  undelivered: "failed",
  cancelled: "not-sent",
  merged: "not-sent",
  expired: "not-sent",
};

const states = Object.keys(groupOf) as DeliveryState[];

export function statesIn(...groups: StateGroup[]): DeliveryState[] {
  return states.filter((state) => groups.includes(groupOf[state]));
}

const open = statesIn("waiting");
/** A retried or unclear delivery may have reached the provider too. */
const atProvider = ["sent", "sending", "unknown", "ready"] as const;
/** The states of a message that was not sent, or did not arrive. */
const unreached = ["failed", "undelivered", "cancelled"] as const;

const waiting = { lease_until: null, enqueued_at: null, ended_at: null };

/**
 * `claimed_at` lets clock-rollback.server.ts find waits that were set by a clock which has since
 * been set back.
 */
const againSince = (now: string) => ({ ...waiting, claimed_at: now });
const againAt = (now: string) => ({ ...againSince(now), not_before: now });
const ended = (now: string) => ({ ended_at: now });
const endedAs = (reason: Reason) => (now: string) => ({ ended_at: now, reason });
const reported = (now: string) => ({
  reason: null,
  ended_at: ({ fn, val }: ExpressionBuilder<Database, "deliveries">) =>
    fn.coalesce("ended_at", val(now)),
  lease_until: null,
});

/** Allows rows that may be sent: no fallback replaces them, and they are not held. */
const mayGoOut = { fallback: { from: [null, "none"] }, hold: { from: false } } as const;

/** A delivery that is interrupted or unreadable this often fails. */
export const maxCrashes = 3;

/** Every change of a delivery, by the event that causes it. docs/delivery.md shows this table. */
export const transitions = {
  ...causedBy("system", {
    enqueued: rule(["ready"], same, "it is due and enters its channel's queue", {
      sets: (now) => ({ enqueued_at: now }),
      ...mayGoOut,
    }),
    dequeued: rule(["ready"], same, "its channel's pause ends", {
      sets: () => ({ enqueued_at: null }),
    }),
    claimed: rule(["ready"], "sending", "a worker claims it", {
      takes: ["lease_until"],
      sets: (now) => ({ claimed_at: now, transmitted_at: null, attempts: increment("attempts") }),
      ...mayGoOut,
    }),
    misread: rule(["ready"], "ready", "reading it fails", {
      takes: ["not_before"],
      sets: (now) => ({ claimed_at: now, crash_count: increment("crash_count") }),
    }),
    unreadable: rule(["ready"], "failed", "reading it failed three times", {
      sets: endedAs("crashed"),
    }),
    expired: rule(["ready", "sending"], "expired", "it is no longer useful", { sets: ended }),
    withdrawn: rule(["sending"], "cancelled", "the claim finds that it should not go out", {
      takes: ["reason"],
      sets: ended,
      fallback: { to: null },
    }),
    blocked: rule(["sending"], "cancelled", "the claim finds that its channel cannot carry it", {
      takes: ["reason"],
      sets: ended,
      fallback: { to: "wanted" },
    }),
    assigned_device: rule(["ready", "sending"], same, "it goes to the user's first device", {
      takes: ["device_id"],
    }),

    merged_late: rule(["ready"], "merged", "it is late and goes out with others", {
      takes: ["merged_into"],
      sets: ended,
      ...mayGoOut,
    }),
    joined: rule(["ready"], same, "late messages join it", { takes: ["expires_at"], ...mayGoOut }),
    gathered: rule(["ready"], same, "it has all late messages", {
      sets: (now) => ({ not_before: now }),
    }),
    moved: rule(["merged"], same, "another message carries it from now on", {
      takes: ["merged_into"],
    }),

    transmitted: rule(["sending"], same, "its provider, which cannot be asked, may have it", {
      sets: (now) => ({ transmitted_at: now }),
    }),
    accepted: rule(["sending", "unknown", "ready"], "sent", "the provider accepts it", {
      takes: ["provider_id"],
      sets: (now) => ({ ended_at: now, asked_at: null, reason: null }),
    }),
    deferred: rule(["sending", "unknown"], "ready", "the provider does not accept it now", {
      takes: ["not_before", "retry_count"],
      sets: againSince,
    }),
    suspended: rule(
      ["sending", "unknown"],
      "ready",
      "its channel is set up wrongly, or its user must act",
      { sets: () => waiting },
    ),
    diverted: rule(
      ["sending", "unknown"],
      "ready",
      "the provider can only send it by another channel",
      { takes: ["channel", "stands_in_for"], sets: () => waiting },
    ),
    unclear: rule(["sending", "unknown"], "unknown", "the provider's answer is unclear", {
      takes: ["not_before"],
      sets: (now) => ({ unknown_since: now, asked_at: null }),
    }),
    refused: rule(["sending", "unknown"], "failed", "the provider refuses it for good", {
      takes: ["reason"],
      sets: ended,
      fallback: { to: "wanted" },
    }),
    dropped: rule(["sending", "unknown"], "cancelled", "the provider's answer makes it pointless", {
      takes: ["reason"],
      sets: ended,
    }),

    released: rule(["sending"], "ready", "its lease ends before its provider had any of it", {
      sets: againAt,
    }),
    cut_off: rule(["sending"], "unknown", "its lease ends without an outcome", {
      sets: (now) => ({
        unknown_since: now,
        asked_at: null,
        crash_count: increment("crash_count"),
      }),
    }),
    crashed: rule(["sending"], "failed", "its lease ends for the third time", {
      sets: endedAs("crashed"),
    }),
    asked: rule(["unknown", "sent"], same, "its provider is asked about it", {
      sets: (now) => ({ asked_at: now }),
    }),
    found: rule(["unknown"], "sent", "the provider has it", {
      takes: ["provider_id"],
      sets: (now) => ({ ended_at: now, crash_count: 0 }),
    }),
    never_arrived: rule(["unknown"], "ready", "it was cut off before the provider had it", {
      sets: (now) => ({ ...againAt(now), crash_count: 0 }),
    }),
    not_accepted: rule(
      ["unknown"],
      "ready",
      "the provider answered unclearly and does not have it",
      { takes: ["not_before", "retry_count"], sets: againSince },
    ),
    unsure: rule(["unknown"], "ready", "its outcome cannot be known: it is sent once more", {
      sets: (now) => ({ ...againAt(now), repeated_at: now }),
    }),
    unconfirmed: rule(["unknown"], "sent", "its outcome cannot be known, and no copy is left", {
      sets: endedAs(unclear),
    }),
    pointless: rule(
      ["unknown"],
      "cancelled",
      "the provider does not have it, and it should no longer go out",
      { takes: ["reason"], sets: ended },
    ),

    passed_over: rule(["ready"], same, "its channel is of no use, and the fallback carries it", {
      fallback: { from: [null], to: "taken" },
      hold: { from: false },
    }),
    stuck: rule(["ready"], same, "its channel is of no use, and no other is left", {
      fallback: { from: [null], to: "none" },
      hold: { from: false },
    }),
    followed: rule(unreached, same, "it did not arrive, and the fallback carries it", {
      fallback: { from: ["wanted"], to: "taken" },
    }),
    given_up: rule(unreached, same, "it did not arrive, and no other channel is left", {
      fallback: { from: ["wanted"], to: "none" },
    }),
    not_followed: rule(unreached, same, "it did not arrive, and its kind has no fallback", {
      fallback: { from: ["wanted"], to: null },
    }),
    replaced_by_fallback: rule(
      ["ready"],
      "merged",
      "its channel's pause is over, and the fallback has carried it",
      { takes: ["merged_into"], sets: ended, fallback: { from: ["taken"] } },
    ),
    resumed: rule(
      ["ready"],
      same,
      "its channel's pause is over, and the fallback has not carried it",
      { fallback: { from: ["taken"], to: "none" } },
    ),

    held: rule(open, same, "a backup was restored, and it may have gone out before", {
      hold: { to: true },
    }),
    lease_shortened: rule(["sending"], same, "the clock was set back during its lease", {
      takes: ["lease_until"],
    }),
    search_restarted: rule(["unknown"], same, "the clock was set back during its search", {
      sets: (now) => ({ unknown_since: now, not_before: now }),
    }),
    redated: rule(["ready"], same, "the clock was set back to before it was made", {
      sets: (now) => ({ due_at: now, not_before: now, created_at: now }),
    }),
    wait_shortened: rule(["ready"], same, "the clock was set back during its wait", {
      takes: ["not_before"],
    }),
  }),

  ...causedBy("user", {
    extended: rule(["ready"], same, "what it is about is valid for longer", {
      takes: ["expires_at"],
    }),
    inherited: rule(["ready"], same, "its account is deleted, and another one sends it", {
      takes: ["user_id"],
    }),
    redirected: rule(open, same, "its device gets a new address", { takes: ["device_id"] }),
    outdated: rule(unreached, same, "its user changes the number or address that was bad", {
      takes: ["reason"],
    }),
  }),

  ...causedBy("owner", {
    stopped: rule(["ready"], "cancelled", "Mila's owner cancels it", { sets: endedAs("stopped") }),
    retried: rule(["failed", "undelivered"], "ready", "Mila's owner tries it again", {
      sets: (now) => ({
        ...againAt(now),
        // Reports about the failed attempt may still come.
        provider_id: null,
        reason: null,
        retry_count: 0,
        crash_count: 0,
        repeated_at: null,
      }),
      fallback: { to: null },
    }),
    left_out: rule(["ready", "unknown"], "cancelled", "Mila's owner thinks that it had gone out", {
      sets: endedAs("restored"),
      hold: { from: true, to: false },
    }),
    let_go: rule(states, same, "Mila's owner sends what is held", {
      hold: { from: true, to: false },
    }),
  }),

  ...causedBy("provider", {
    reported_sent: rule(
      ["sending", "unknown", "ready", "sent"],
      "sent",
      "the provider reports it on its way",
      { takes: ["provider_id"], sets: reported },
    ),
    delivered: rule(atProvider, "delivered", "the provider reports it delivered", {
      takes: ["provider_id"],
      sets: reported,
    }),
    undelivered: rule(atProvider, "undelivered", "the provider reports that it did not arrive", {
      takes: ["reason", "provider_id"],
      sets: reported,
      fallback: { to: "wanted" },
    }),
    replaced: rule(
      atProvider,
      "merged",
      "the provider reports that only another channel can deliver it",
      { takes: ["merged_into", "provider_id"], sets: reported },
    ),
  }),
};

export type TransitionName = keyof typeof transitions;

type TakenBy<Name extends TransitionName> =
  (typeof transitions)[Name] extends TransitionRule<infer Taken> ? Taken : never;

type ChangeBy<Name extends TransitionName> = [TakenBy<Name>] extends [never]
  ? { transition: Name; columns?: undefined }
  : { transition: Name; columns: ColumnValues<TakenBy<Name>> };

/** A transition that this actor may cause, with the values of its columns. */
export type Change<Who extends Actor = Actor> = {
  [Name in TransitionName]: (typeof transitions)[Name]["by"] extends Who ? ChangeBy<Name> : never;
}[TransitionName];

export function changedColumns({ transition, columns }: Change, now: string): Columns {
  const { to, takes, sets, fallback, hold }: TransitionRule = transitions[transition];
  const taken: Columns = Object.fromEntries(
    takes.map((name) => [name, (columns as Columns | undefined)?.[name]]),
  );
  return {
    ...sets(now),
    ...taken,
    ...(to !== same && { state: to }),
    ...(fallback.to !== undefined && { other_way: fallback.to }),
    ...(hold.to !== undefined && { held_at: hold.to ? now : null }),
  };
}
