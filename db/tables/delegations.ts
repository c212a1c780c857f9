import type { Generated } from "kysely";

export type DelegationStatus = "none" | "pending" | "accepted" | "declined";
export type DelegationMethod = "whatsapp" | "sms";
/** Mila sends nothing for "link": the asker passes it on. */
export type DelegationChoice = DelegationMethod | "email" | "link";
/** The first three equal the task's delegation_status; the others have no effect on the task. */
export type DelegationState =
  | "pending"
  | "accepted"
  | "declined"
  | "withdrawn"
  | "superseded"
  | "task_completed"
  | "task_deleted";

/** A task has at most one request that has not ended. */
export interface DelegationTable {
  id: string;
  task_id: string;
  asked_by: string | null;
  /** Null once the person left the family; the name stays. */
  person_id: string | null;
  delegate_name: string;
  method: DelegationChoice;
  state: Generated<DelegationState>;
  version: Generated<number>;
  /** The version of the link on pages, which a new password ends. */
  copy_version: Generated<number>;
  answer: "accepted" | "declined" | null;
  line: string | null;
  /** True if the delegate said yes before the no. */
  took_back_yes: Generated<0 | 1>;
  assignee_before_id: string | null;
  assignee_before_name: string | null;
  /** True if it asks for this occurrence and the following ones. */
  is_for_all: Generated<0 | 1>;
  /** The first request of the yes to all that this one continues. Nobody was asked again. */
  continues_id: string | null;
  asked_at: string;
  answered_at: string | null;
  done_at: string | null;
  ended_at: string | null;
  /** "left": the delegate has left the family. Null if it is unknown, or not withdrawn. */
  withdrawn_by: "asker" | "other" | "left" | null;
  /** The task's due date when the delegate said yes. */
  agreed_due: string | null;
  /**
   * The due date that the delegate's last message or page named, empty without one. Null if it is
   * unknown.
   */
  told_due: string | null;
  /** 1 once the asker has left and the household's owner asks instead. */
  is_handed_over: Generated<0 | 1>;
}

export interface TextConversationTable {
  /** A number (E.164), or a chat. */
  sender: string;
  /** The sender's answer, while they choose between several requests. */
  answer: "accept" | "decline" | null;
  /** The numbered requests to choose from: delegation ids, comma-separated. */
  choices: string | null;
  /** The newest request and its status when Mila last explained how to reply: she does it once. */
  helped_about: string | null;
}
