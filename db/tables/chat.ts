import type { Generated } from "kysely";
import type { Bit } from "#db/tables/accounts.ts";

export interface TelegramBotTable {
  /** The id in the bot's token. */
  id: string;
  username: string | null;
  /** The number of the first update that was not handled yet. */
  next_update: Generated<number>;
  updated_at: string;
  /** The worker that polls, and the time from which another one may. */
  lease_holder: string;
  lease_until: string;
}

/** Connects a chat to its user, once. The code is computed from the id. */
export interface TelegramCodeTable {
  id: string;
  user_id: string;
  requested_at: string;
}

export type ChatRequestType =
  | "added"
  | "done"
  | "snoozed"
  | "moved"
  | "deleted"
  | "given"
  | "listed"
  | "asked"
  | "other";

/** A text from an account holder that Mila answered. Its words are stored only while Mila asks. */
export interface ChatRequestTable {
  id: string;
  user_id: string;
  /** True for SMS or WhatsApp, where each answer costs. */
  is_charged: Bit;
  type: ChatRequestType;
  /** A JSON list of the tasks that it added or changed. */
  task_ids: string;
  /** JSON: what Mila asked, or what the tasks were before. */
  details: string | null;
  received_at: string;
  undone_at: string | null;
}
