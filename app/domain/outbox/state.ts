import { canGoOtherwise, type Reason, unclear } from "./reasons.ts";
import {
  type Columns,
  type ColumnValues,
  ended,
  endedAs,
  endedWith,
  increment,
  reported,
  rule,
  type TransitionRule,
} from "./transition-rule.ts";

const waiting = { lease_until: null, enqueued_at: null, ended_at: null };

/** claimed_at lets clock-rollback.server.ts notice waits set by a clock that has since been set back. */
function againAt(now: string) {
  return { ...waiting, not_before: now, claimed_at: now };
}

/** A retried or unclear delivery may have reached the provider too. */
const atProvider = ["sent", "sending", "unknown", "ready"] as const;

/** Interrupted or unreadable this often, a delivery fails. */
export const maxCrashes = 3;

/** Every state change, by the event that causes it. docs/delivery.md shows this table. */
export const transitions = {
  claimed: rule(
    ["ready"],
    "sending",
    "a worker claims it",
    (now, lease: ColumnValues<"lease_until">) => ({
      ...lease,
      claimed_at: now,
      transmitted_at: null,
      attempts: increment("attempts"),
    }),
  ),
  misread: rule(
    ["ready"],
    "ready",
    "reading it fails",
    (now, wait: ColumnValues<"not_before">) => ({
      ...wait,
      claimed_at: now,
      crash_count: increment("crash_count"),
    }),
  ),
  unreadable: rule(["ready"], "failed", "reading it failed three times", endedAs("crashed")),
  went_other_way: rule(
    ["ready"],
    "merged",
    "it went out by the user's next channel while its own was paused",
    endedWith<"merged_into">,
  ),
  merged_late: rule(
    ["ready"],
    "merged",
    "it is late and goes out with others",
    endedWith<"merged_into">,
  ),
  expired: rule(["ready", "sending"], "expired", "it is no longer useful", ended),
  withdrawn: rule(
    ["sending"],
    "cancelled",
    "the claim finds that it should not go out",
    (now, { reason }: { reason: Reason }) => ({
      reason,
      ended_at: now,
      other_way: canGoOtherwise(reason) ? "wanted" : null,
    }),
  ),
  stopped: rule(["ready"], "cancelled", "Mila's owner cancels it", endedAs("stopped")),
  left_out: rule(
    ["ready", "unknown"],
    "cancelled",
    "a backup was restored, and Mila's owner thinks that it had gone out",
    endedAs("restored"),
  ),
  retried: rule(["failed", "undelivered"], "ready", "Mila's owner tries it again", (now) => ({
    ...againAt(now),
    // Reports about the failed attempt may still come.
    provider_id: null,
    reason: null,
    retry_count: 0,
    crash_count: 0,
    repeated_at: null,
    other_way: null,
  })),

  accepted: rule(
    ["sending", "unknown", "ready"],
    "sent",
    "the provider accepts it",
    (now, message: ColumnValues<"provider_id">) => ({
      ...message,
      ended_at: now,
      asked_at: null,
      reason: null,
    }),
  ),
  deferred: rule(
    ["sending", "unknown"],
    "ready",
    "the provider does not accept it now",
    (now, retry: ColumnValues<"not_before" | "retry_count">) => ({
      ...waiting,
      ...retry,
      claimed_at: now,
    }),
  ),
  held: rule(
    ["sending", "unknown"],
    "ready",
    "its channel is set up wrongly, or its user must act",
    () => waiting,
  ),
  diverted: rule(
    ["sending", "unknown"],
    "ready",
    "the provider can only send it by another channel",
    (_, route: ColumnValues<"channel" | "stands_in_for">) => ({ ...waiting, ...route }),
  ),
  unclear: rule(
    ["sending", "unknown"],
    "unknown",
    "the provider's answer is unclear",
    (now, wait: ColumnValues<"not_before">) => ({ ...wait, unknown_since: now, asked_at: null }),
  ),
  refused: rule(
    ["sending", "unknown"],
    "failed",
    "the provider refuses it for good",
    (now, columns: ColumnValues<"reason">) => ({ ...columns, ended_at: now, other_way: "wanted" }),
  ),
  dropped: rule(
    ["sending", "unknown"],
    "cancelled",
    "the provider's answer makes it pointless",
    endedWith<"reason">,
  ),

  released: rule(["sending"], "ready", "its lease ends before its provider had any of it", againAt),
  cut_off: rule(["sending"], "unknown", "its lease ends without an outcome", (now) => ({
    unknown_since: now,
    asked_at: null,
    crash_count: increment("crash_count"),
  })),
  crashed: rule(["sending"], "failed", "its lease ends for the third time", endedAs("crashed")),
  found: rule(
    ["unknown"],
    "sent",
    "the provider has it",
    (now, message: ColumnValues<"provider_id">) => ({
      ...message,
      ended_at: now,
      crash_count: 0,
    }),
  ),
  never_arrived: rule(["unknown"], "ready", "it was cut off before the provider had it", (now) => ({
    ...againAt(now),
    crash_count: 0,
  })),
  not_accepted: rule(
    ["unknown"],
    "ready",
    "the provider answered unclearly and does not have it",
    (now, retry: ColumnValues<"not_before" | "retry_count">) => ({
      ...waiting,
      ...retry,
      claimed_at: now,
    }),
  ),
  unsure: rule(
    ["unknown"],
    "ready",
    "its outcome cannot be known: it is sent once more",
    (now) => ({
      ...againAt(now),
      repeated_at: now,
    }),
  ),
  unconfirmed: rule(
    ["unknown"],
    "sent",
    "its outcome cannot be known, and no copy is left",
    endedAs(unclear),
  ),
  pointless: rule(
    ["unknown"],
    "cancelled",
    "the provider does not have it, and it should no longer go out",
    endedWith<"reason">,
  ),

  reported_sent: rule(
    ["sending", "unknown", "ready", "sent"],
    "sent",
    "the provider reports it on its way",
    reported<never>,
  ),
  delivered: rule(atProvider, "delivered", "the provider reports it delivered", reported<never>),
  undelivered: rule(
    atProvider,
    "undelivered",
    "the provider reports that it did not arrive",
    (now, columns: ColumnValues<"reason" | "provider_id">) => ({
      ...reported(now, columns),
      other_way: "wanted",
    }),
  ),
  replaced: rule(
    atProvider,
    "merged",
    "the provider reports that only another channel can deliver it",
    reported<"merged_into">,
  ),
};

type TransitionName = keyof typeof transitions;

type InputOf<Name extends TransitionName> =
  (typeof transitions)[Name] extends TransitionRule<infer Input> ? Input : never;

export type Change = {
  [Name in TransitionName]: undefined extends InputOf<Name>
    ? { transition: Name; columns?: undefined }
    : { transition: Name; columns: InputOf<Name> };
}[TransitionName];

export function changedColumns({ transition, columns }: Change, now: string): Columns {
  const chosen: TransitionRule<Change["columns"]> = transitions[transition];
  return { ...chosen.set(now, columns), state: chosen.to };
}
