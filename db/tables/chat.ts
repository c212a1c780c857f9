import type { Generated } from "kysely";
import type { Bit } from "#db/tables/accounts.ts";

export interface TelegramBotTable {
  /** As in the bot's token. */
  id: string;
  username: string | null;
  /** The first update that was not handled yet. */
  next_update: Generated<number>;
  updated_at: string;
  /** The worker that polls; another one may from then on. */
  lease_holder: string;
  lease_until: string;
}

/** Connects a chat to its user, once. The code is computed from the id. */
export interface TelegramCodeTable {
  id: string;
  user_id: string;
  requested_at: string;
}

export type ChatRequestType = "added" | "done" | "snoozed" | "other";

/** A text from an account holder that Mila answered. Its words are not kept. */
export interface ChatRequestTable {
  id: string;
  user_id: string;
  /** By SMS or WhatsApp, where each answer costs. */
  is_charged: Bit;
  type: ChatRequestType;
  /** JSON: the tasks that it added or changed. */
  task_ids: string;
  received_at: string;
  undone_at: string | null;
}
