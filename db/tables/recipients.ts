import type { Generated } from "kysely";
import type { Bit } from "#db/tables/accounts.ts";

/** "asked": the recipient opted out; "bounced": an email bounced permanently. */
export type OptOutCause = "asked" | "bounced";

export interface OptOutTable {
  address: string;
  opted_out_at: string;
  cause: Generated<OptOutCause>;
}

/**
 * Counts messages for the limits. It outlives the sender's account, so it has no foreign keys and
 * no addresses.
 */
export interface MessageToOtherTable {
  /** The same for all channels of one message, as in deliveries. */
  cause: string;
  /** A keyed hash of the number or address. */
  recipient: string;
  /** Both are empty for an email to the account's own unconfirmed address. */
  user_id: string;
  household_id: string;
  is_email: Bit;
  /** True if the recipient had not answered this sender yet. */
  is_first: Bit;
  counted_at: string;
}

/** A sender whose messages a recipient has answered, from their own phone or mailbox. */
export interface AnsweredSenderTable {
  user_id: string;
  /** A keyed hash of the number or address. */
  recipient: string;
  answered_at: string;
}
