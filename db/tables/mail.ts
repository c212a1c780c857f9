import type { Generated } from "kysely";
import type { Bit } from "./accounts.ts";

/** A school mail. Purged 30 days after it was taken, except for where its tasks come from. */
export interface MailTable {
  id: string;
  household_id: string;
  /** The account that pasted it, or whose mailbox it came from. */
  taken_by: string | null;
  taken_at: string;
  /** Of the Message-ID. Null for a pasted one. */
  message_hash: string | null;
  /** Of the words: the same mail may come by two ways. */
  content_hash: string;
  /** Of the sender's address. */
  sender_hash: string | null;
  state: MailState;
  /** Sealed JSON: `MailContent`. */
  content: string;
}

/** "Purged" mails are kept only to say where their tasks come from. */
export type MailState = "waiting" | "added" | "ignored" | "purged";

/** A task that was added from a mail, or that a later mail changed. */
export interface MailTaskTable {
  task_id: string;
  mail_id: string;
  /** Its index among the things that the mail holds. */
  thing: number;
  /** Null for a task that was added from this mail. */
  changed: MailChange | null;
  changed_at: string | null;
  /** Before the change: the wall clock, and whether a time was said. */
  due_before: string | null;
  had_time: Bit | null;
  /** Of the event's name in the calendar file that it came from (RFC 5545, 3.8.4.7). */
  event_hash: string | null;
  /** Of that event: a lower one is out of date. */
  sequence: Generated<number>;
}

export type MailChange = "moved" | "cancelled";

/** A sender whose mails are always added, or never taken. */
export interface MailSenderTable {
  household_id: string;
  sender_hash: string;
  rule: SenderRule;
  /** Sealed: the address. */
  content: string;
  chosen_at: string;
}

export type SenderRule = "always" | "never";

/** A family's own mailbox, of which Mila reads one folder. */
export interface MailboxTable {
  id: string;
  household_id: string;
  /** The account with which it ends. */
  added_by: string;
  host: string;
  /** The address, password and folder: `SealedMailbox`, encrypted for this row's id. */
  content: string;
  added_at: string;
  /** The mails' numbers begin again when it changes (RFC 9051, 2.3.1.1). Null until it was read. */
  uid_validity: string | null;
  /** The highest number that was taken. */
  last_uid: Generated<number>;
  /** The mail that is being read, so that one at which Mila stops is left out the next time. */
  reading_uid: number | null;
  reading_tries: Generated<number>;
  /** Null while somebody waits for it to be read. */
  tried_at: string | null;
  /** When it was last read without a problem. */
  read_at: string | null;
  problem: MailboxProblem | null;
  /** The number of failures since then. */
  failures: Generated<number>;
  /** While it is being read, the time until which others leave it. */
  next_read_at: string;
  /** Since a restore, when it waits for Mila's owner. */
  held_at: string | null;
}

/** How far a folder was read. */
export type ReadingTable = Pick<MailboxTable, keyof Omit<MailInboxTable, "id" | "dropped">>;

/** A secret address that takes mails for a household. */
export interface MailAddressTable {
  id: string;
  household_id: string;
  /** The account with which it ends. */
  added_by: string;
  /** Of the secret part of the address. */
  token_hash: string;
  /** Sealed for this row's id: the secret part of the address. */
  content: string;
  added_at: string;
  last_mail_at: string | null;
  /** Mails beyond those that a household takes in a day, since `left_out_at`. */
  left_out: Generated<number>;
  left_out_at: string | null;
  /** Since a restore, when it waits for Mila's owner. */
  held_at: string | null;
}

/** The mailbox of the settings, or Postmark: mails to these addresses arrive there. */
export interface MailInboxTable {
  /** "postmark", or the hash of a mailbox's address. */
  id: string;
  uid_validity: string | null;
  last_uid: Generated<number>;
  reading_uid: number | null;
  reading_tries: Generated<number>;
  tried_at: string | null;
  read_at: string | null;
  problem: MailboxProblem | null;
  failures: Generated<number>;
  next_read_at: string;
  /** The count of mails to unknown addresses. */
  dropped: Generated<number>;
}

export type MailboxProblem =
  | "unanswered"
  | "failing"
  | "wrong_password"
  | "not_allowed"
  | "no_folder"
  | "too_many"
  | "lost_password";

/** A household whose owner lets the language model read school mail. */
export interface ModelHouseholdTable {
  household_id: string;
  allowed_at: string;
}
