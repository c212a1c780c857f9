import type { Generated } from "kysely";

/** The kinds of events that a webhook can ask for. */
export type WebhookKind =
  | "task.created"
  | "task.completed"
  | "task.changed"
  | "task.deleted"
  | "task.due"
  | "delegation.answered"
  | "list.item_added"
  | "import.ended";

/** Another program's address that hears of what happens in a household. */
export interface WebhookTable {
  id: string;
  household_id: string;
  /** The account with which it ends. */
  added_by: string;
  host: string;
  /** Sealed for this row's id: `SealedWebhook`. */
  content: string;
  /** Kinds of events, separated by spaces. */
  kinds: string;
  added_at: string;
  /** Tasks that were due up to then have their messages. */
  due_until: string;
  /** Null while nothing waits. */
  next_send_at: string | null;
  /** While a worker sends, the time until which others leave it. */
  claimed_until: string | null;
  /** The number of tries since its server took a message. */
  failures: Generated<number>;
  /** Since a restore, when it waits for Mila's owner. */
  held_at: string | null;
  off_at: string | null;
  off_reason: WebhookOffReason | null;
}

/** "Gone": its server said so (410). "Failing": it took nothing for three days. */
export type WebhookOffReason = "gone" | "failing" | "lost_secret";

export interface WebhookMessageTable {
  /** The order in which the messages were made. */
  position: number;
  id: string;
  webhook_id: string;
  kind: WebhookKind | "test";
  /** The id of the task, item or import. Its content is read when the message goes out. */
  subject_id: string;
  made_at: string;
  state: Generated<WebhookMessageState>;
  attempts: Generated<number>;
  next_at: string;
  first_tried_at: string | null;
  tried_at: string | null;
  /** The HTTP status of the last answer. Null if there was none. */
  status: number | null;
  ended_at: string | null;
}

/** "Left out": nothing was left to say. */
type WebhookMessageState = "waiting" | "sent" | "failed" | "left_out";
