import type { Generated } from "kysely";
import type { Bit } from "#db/tables/accounts.ts";
import type { DelegationMethod } from "#db/tables/delegations.ts";

export interface UserPreferencesTable {
  user_id: string;
  auto_save_to_calendar: Generated<Bit>;
  google_calendar_enabled: Generated<Bit>;
  reminder_two_days_before: Generated<Bit>;
  reminder_one_hour_before: Generated<Bit>;
  daily_summary_enabled: Generated<Bit>;
  /** The wall clock in the user's zone, HH:mm. */
  daily_summary_time: Generated<string>;
  default_spouse_id: string | null;
  delegation_method: Generated<DelegationMethod>;
  phone_number: string | null;
  /** Null until the owner has typed in the code that was sent there. */
  phone_confirmed_at: string | null;
  /** When someone else's account confirmed the number. */
  phone_lost_at: string | null;
  sms_enabled: Generated<Bit>;
  whatsapp_enabled: Generated<Bit>;
  email_enabled: Generated<Bit>;
  push_enabled: Generated<Bit>;
  /** Null while ntfy is off. Anyone who knows it can read the messages. */
  ntfy_topic: string | null;
  /** Increases with each topic, which ends the buttons sent to earlier ones. */
  ntfy_version: Generated<number>;
  /** Null while Telegram is not connected. */
  telegram_chat: string | null;
  /** When someone else's account took over the chat. */
  telegram_lost_at: string | null;
  /** True if messages that fail on their channel are sent by the next one. */
  other_way_enabled: Generated<Bit>;
  /** True if a reminder that is not seen within 10 minutes is also sent by the next channel. */
  next_way_enabled: Generated<Bit>;
  /**
   * True if a reminder is repeated every 10 minutes until its task is done, three times at most.
   */
  nag_enabled: Generated<Bit>;
  next_daily_summary_at: string | null;
  /** True if they are reminded of school mails that wait. */
  school_mail_enabled: Generated<Bit>;
  /** True if they are told when someone else gives them a task. */
  given_enabled: Generated<Bit>;
}

type WelcomeQuestion = "you" | "children" | "sharing" | "reminders";

/** A question of a user's first day, asked once. */
export interface WelcomeAnswerTable {
  user_id: string;
  question: WelcomeQuestion;
  is_skipped: Bit;
  answered_at: string;
}

/** Only a user's newest row counts; the code is computed from the id. */
export interface PhoneCodeTable {
  id: string;
  user_id: string;
  /** E.164. */
  number: string;
  tries: Generated<number>;
  requested_at: string;
}
