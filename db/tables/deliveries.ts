// What is sent, and by whom. Conventions: db/schema.ts.
import type { Generated } from "kysely";
import type { Bit } from "#db/tables/accounts.ts";

export type Channel = "sms" | "whatsapp" | "email" | "calendar";
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

/** The features' messages/ say what each is; app/domain/product.server.ts has them all. */
export type MessageKind =
  | "reminder"
  | "late_reminders"
  | "daily_summary"
  | "test"
  | "password_reset"
  | "email_verification"
  | "email_changed"
  | "invitation"
  | "welcome"
  | "delegation_request"
  | "delegation_answer"
  | "delegation_release"
  | "calendar_event";

/** What a row's payload holds, by kind; rows of other kinds have none. */
export interface MessagePayloads {
  invitation: { version: number };
  delegation_answer: { answer: "accepted" | "declined" | "done" };
}

/** One message to one person by one channel. It holds ids; addresses and words are read when it is sent. */
export interface DeliveryTable {
  id: string;
  kind: MessageKind;
  channel: Channel;
  /** Whose list shows it. */
  user_id: string;
  /** The id of the reminder, invitation, delegation …; of a summary the user's local date. */
  subject_id: string;
  /** JSON of MessagePayloads. */
  payload: string | null;
  /** Goes to the user's own number or address: a failure says that those are wrong. */
  is_own: Generated<Bit>;
  state: Generated<DeliveryState>;
  /** Why it did not go out: a key of app/domain/outbox/reasons.ts. */
  reason: string | null;
  /** What it was sent for. The same message by several channels has the same cause. */
  cause: Generated<string>;
  /** The channel that was chosen, where this one stands in for it. */
  stands_in_for: Channel | null;
  /** Cause and channels: unique, so that one cause makes one row a channel. */
  dedupe_key: string;
  /** When it was to go out; not_before is later when the provider was not ready to take it. */
  due_at: string;
  not_before: string;
  expires_at: string | null;
  /** Claims so far: tells the late answer to one attempt from the answer to the next. */
  attempts: Generated<number>;
  /** How often the provider did not accept it: each time the wait grows. */
  retry_count: Generated<number>;
  /** How often a claim ended with nothing learned. */
  crash_count: Generated<number>;
  enqueued_at: string | null;
  claimed_at: string | null;
  lease_until: string | null;
  unknown_since: string | null;
  /** Sent once more without knowing whether the first one arrived; that is done once. */
  repeated_at: string | null;
  merged_into: string | null;
  provider_id: string | null;
  created_at: string;
  ended_at: string | null;
}

/** A channel that is set up wrongly, or was told to wait. */
export interface ChannelPauseTable {
  channel: Channel;
  reason: string;
  paused_at: string;
  /** Tried again from then on. */
  until: string;
}

/** Somebody said that they want no more, or what was sent there came back for good. */
export type OptOutCause = "asked" | "bounced";

export interface OptOutTable {
  /** A phone number (E.164) or an e-mail address. */
  address: string;
  opted_out_at: string;
  cause: Generated<OptOutCause>;
}

/** An e-mail of the last hour to somebody who need not know Mila: an address gets so many, whoever asks for them. */
export interface ExternalEmailTable {
  id: string;
  kind: "invitation" | "welcome";
  /** Trimmed and in lower case. */
  email: string;
  written_at: string;
}

/** What a provider has reported: each once. */
export interface ProviderEventTable {
  id: string;
  received_at: string;
}

export interface WorkerTable {
  id: string;
  beat_at: string;
  /** Where it gets its work from at present. */
  queue: "redis" | "database";
}

export interface InstanceFactTable {
  name: string;
  value: string;
}
