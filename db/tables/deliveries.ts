import type { Generated } from "kysely";
import type { Bit } from "#db/tables/accounts.ts";

export type Channel = "push" | "ntfy" | "telegram" | "sms" | "whatsapp" | "email" | "calendar";
export type DeliveryState =
  | "ready"
  | "sending"
  | "unknown"
  | "sent"
  | "delivered"
  | "undelivered"
  | "failed"
  | "cancelled"
  | "merged"
  | "expired";

export type MessageKind =
  | "reminder"
  | "reminder_again"
  | "late_reminders"
  | "daily_summary"
  | "school_mail"
  | "test"
  | "phone_code"
  | "number_taken"
  | "password_reset"
  | "email_verification"
  | "email_changed"
  | "invitation"
  | "welcome"
  | "delegation_request"
  | "delegation_answer"
  | "delegation_release"
  | "delegation_change"
  | "delegation_handover"
  | "task_given"
  | "calendar_event"
  | "owner_notice";

/** Stored as JSON; other kinds have no payload. */
export interface MessagePayloads {
  /**
   * The reminder's time, if an earlier message about it used another channel and nobody has seen
   * it.
   */
  reminder: { scheduledAt: string } | null;
  /** A round of repeated reminders. */
  reminder_again: { scheduledAt: string; round: number };
  /** E.164. */
  number_taken: { number: string };
  invitation: { version: number };
  delegation_answer: {
    answer:
      | "accepted"
      | "declined"
      | "took_back"
      | "not_this_time"
      | "gave_up"
      | "gave_up_once"
      | "done"
      | "reopened"
      | "left";
  };
  /**
   * The number or address of a person who was removed from the family, because their row is gone.
   * The title, if the task is gone as well.
   */
  delegation_release: { to: string; title?: string } | null;
  owner_notice: OwnerNotice;
  /** The user who gave the task to them. */
  task_given: { by: string };
}

/** A notice to Mila's owner. Times are instants. */
export type OwnerNotice =
  | { about: "worker_was_down"; from: string; until: string }
  | { about: "backup_restored"; madeAt: string; held: number }
  | { about: "disk"; level: "filling" | "full"; usedPercent: number; fullPercent: number }
  | { about: "shares"; reached: ReachedShare[] };

/** A household's usage of a share, with its owner. */
export interface ReachedShare {
  householdId: string;
  ownerId: string;
  used: number;
  most: number;
  what: string;
}

/** The text and addresses are read when it is sent, except those in `MessagePayloads`. */
export interface DeliveryTable {
  id: string;
  kind: MessageKind;
  channel: Channel;
  user_id: string;
  /** The id of the reminder, invitation, delegation …; for a summary, the user's local date. */
  subject_id: string;
  payload: string | null;
  /** True for the user's own number or address: a failure then means that it is wrong. */
  is_own: Generated<Bit>;
  state: Generated<DeliveryState>;
  reason: string | null;
  /** The same for all channels of one message, whose rows show which channels it has used. */
  cause: Generated<string>;
  /** The original channel, if this one replaces it. */
  stands_in_for: Channel | null;
  /** One row per cause and channel. */
  dedupe_key: string;
  /** The planned time; a provider's delay moves only not_before. */
  due_at: string;
  not_before: string;
  expires_at: string | null;
  /** Distinguishes a late answer to one attempt from the next attempt's. */
  attempts: Generated<number>;
  retry_count: Generated<number>;
  crash_count: Generated<number>;
  enqueued_at: string | null;
  claimed_at: string | null;
  lease_until: string | null;
  /**
   * When this attempt's message began to be sent to a provider that cannot be asked. Before that,
   * it was not accepted.
   */
  transmitted_at: string | null;
  unknown_since: string | null;
  /** When the provider was last asked about it. */
  asked_at: string | null;
  /** When it was sent again, once, without knowing whether the first copy arrived. */
  repeated_at: string | null;
  /**
   * Set after a restore if it may have been sent already, so that it waits for the owner of Mila to
   * decide.
   */
  held_at: string | null;
  /**
   * The fallback by the user's next channel: "wanted" once this one cannot carry it, "taken" when
   * another one does, "none" if no channel is left.
   */
  other_way: "wanted" | "taken" | "none" | null;
  merged_into: string | null;
  provider_id: string | null;
  created_at: string;
  ended_at: string | null;
  /** The device of a push message, once claimed. */
  device_id: string | null;
}

/** Counts deliveries that are too old to keep. */
export interface DeliveryCountTable {
  /** A date in UTC. */
  made_on: string;
  kind: string;
  channel: string;
  state: string;
  count: number;
}

export interface ChannelPauseTable {
  channel: Channel;
  /** The user whose messages wait; null for everybody's. */
  user_id: string | null;
  /** True once the provider has accepted another user's message. */
  others_accepted: Generated<Bit>;
  reason: string;
  /** The number of refusals in a row. */
  refusals: Generated<number>;
  paused_at: string;
  /** No request goes out before this, and then only one message at a time. */
  until: string;
}

/**
 * A browser that shows pushed messages. It outlives a session that expires, but not one that its
 * user ends.
 */
export interface PushDeviceTable {
  id: string;
  user_id: string;
  session_id: string;
  name: string;
  /** The URL at the browser's push service. */
  endpoint: string;
  /** The browser's public key and secret, in base64url. */
  p256dh: string;
  auth: string;
  /** The number of refusals in a row. */
  refusals: Generated<number>;
  waits_since: string | null;
  /** Its push service accepts nothing before this. */
  waits_until: string | null;
  created_at: string;
}

export interface ProviderEventTable {
  id: string;
  received_at: string;
}

export interface WorkerTable {
  id: string;
  beat_at: string;
  queue: "redis" | "database";
  /** Null until the worker's next heartbeat after an update. */
  memory_bytes: number | null;
}

export interface InstanceFactTable {
  name: string;
  value: string;
}
