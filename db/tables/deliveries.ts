// What is sent, and by whom. Conventions: db/schema.ts.
import type { Generated } from "kysely";

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

/** One message to one person by one channel. It holds ids; addresses and words are read when it is sent. */
export interface DeliveryTable {
  id: string;
  /** A key of app/domain/outbox/message-types.server.ts. */
  kind: string;
  channel: Channel;
  /** Whose list it stands in, and whom its trouble is told. */
  user_id: string;
  /** What it is about: the id of a reminder, a task, an invitation …, by kind. */
  subject_id: string;
  state: Generated<DeliveryState>;
  /** Why it did not go out: a key of app/domain/outbox/reasons.ts. */
  reason: string | null;
  /** The same cause makes one row. */
  dedupe_key: string;
  /** When it was to go out; not_before is later when the provider was not ready to take it. */
  due_at: string;
  not_before: string;
  expires_at: string | null;
  /** Claims so far: tells an attempt's late answer from the next one's. */
  attempts: Generated<number>;
  /** How often the provider was not ready to take it: makes the waiting longer. */
  refusals: Generated<number>;
  /** How often a claim ended without anything learned. */
  deaths: Generated<number>;
  handed_over_at: string | null;
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
export interface EmailToStrangerTable {
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
