import type { Bit } from "#db/tables/accounts.ts";

type WelcomeQuestion = "you" | "children" | "sharing" | "reminders";

/** Asked once, on a user's first day. */
export interface WelcomeAnswerTable {
  user_id: string;
  question: WelcomeQuestion;
  is_skipped: Bit;
  answered_at: string;
}
