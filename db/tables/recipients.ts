import type { Generated } from "kysely";
import type { Bit } from "#db/tables/accounts.ts";

/** "asked": by the recipient; "bounced": permanently. */
export type OptOutCause = "asked" | "bounced";

export interface OptOutTable {
  address: string;
  opted_out_at: string;
  cause: Generated<OptOutCause>;
}

/** Counts for limits. Outlives the sender's account, so it has no foreign keys and no addresses. */
export interface MessageToOtherTable {
  /** As in deliveries: the same for all channels of one message. */
  cause: string;
  /** A keyed hash of the number or address. */
  recipient: string;
  /** Both are empty for an email to the account's own unconfirmed address. */
  user_id: string;
  household_id: string;
  is_email: Bit;
  /** The recipient had not answered this sender yet. */
  is_first: Bit;
  counted_at: string;
}

/** Whose messages a recipient has answered, from their own phone or mailbox. */
export interface AnsweredSenderTable {
  user_id: string;
  /** A keyed hash of the number or address. */
  recipient: string;
  answered_at: string;
}
