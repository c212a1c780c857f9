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

/** A task has at most one that has not ended. */
export interface DelegationTable {
  id: string;
  task_id: string;
  asked_by: string | null;
  /** Null once they left the family; the name stays. */
  person_id: string | null;
  delegate_name: string;
  method: DelegationChoice;
  state: Generated<DelegationState>;
  version: Generated<number>;
  /** Of the link that pages show; a new password ends it. */
  copy_version: Generated<number>;
  answer: "accepted" | "declined" | null;
  line: string | null;
  /** They said yes before they said no. */
  took_back_yes: Generated<0 | 1>;
  assignee_before_id: string | null;
  assignee_before_name: string | null;
  /** Asks for this occurrence and those that follow. */
  is_for_all: Generated<0 | 1>;
  /** The first request of a yes to all that this one goes on with. Nobody was asked again. */
  continues_id: string | null;
  asked_at: string;
  answered_at: string | null;
  done_at: string | null;
  ended_at: string | null;
  /** "left": they are in the family no more. Null if it is not known, or not withdrawn. */
  withdrawn_by: "asker" | "other" | "left" | null;
  /** The task's due date when they said yes. */
  agreed_due: string | null;
  /**
   * The task's due date that their last message or page named, empty without one. Null if that is
   * not known.
   */
  told_due: string | null;
  /** 1 once the asker has left and the household's owner asks instead. */
  is_handed_over: Generated<0 | 1>;
}

export interface TextConversationTable {
  /** A number (E.164), or a chat. */
  sender: string;
  /** Their answer, while they choose between several requests. */
  answer: "accept" | "decline" | null;
  /** The numbered requests to choose from: delegation ids, comma-separated. */
  choices: string | null;
  /** The newest request when Mila last explained how to reply, which it does once per request. */
  helped_about: string | null;
}
