// Who was asked to take a task over. Conventions: db/schema.ts.
import type { Generated } from "kysely";

export type DelegationStatus = "none" | "pending" | "accepted" | "declined";
export type DelegationMethod = "whatsapp" | "sms";
/** How one is asked; with a link the asker sends it themselves. */
export type DelegationChoice = DelegationMethod | "email" | "link";
/** The first three are the task's own delegation_status; of the others the task knows nothing any more. */
export type DelegationState =
  "pending" | "accepted" | "declined" | "withdrawn" | "superseded" | "task_completed" | "task_deleted";

/** One request to take a task over, and what became of it. A task has one that is not ended, or none. */
export interface DelegationTable {
  id: string;
  task_id: string;
  /** Null once that account is gone. */
  asked_by: string | null;
  /** Null once they are not in the family any more; the name stays as it was. */
  family_member_id: string | null;
  delegate_name: string;
  method: DelegationChoice;
  state: Generated<DelegationState>;
  /** Of its link. */
  version: Generated<number>;
  /** What they said, whatever became of the request afterwards. */
  answer: "accepted" | "declined" | null;
  /** What they wrote with it. */
  line: string | null;
  /** The task's assignee before they said yes, to be so again when it is taken back. */
  assignee_before: string | null;
  asked_at: string;
  answered_at: string | null;
  /** They said that it is done, and it is. */
  done_at: string | null;
  ended_at: string | null;
}

/** What a phone number was last asked by text in reply to its texts. */
export interface TextConversationTable {
  /** E.164. */
  number: string;
  /** What they want to say to one of several requests. */
  answer: "accept" | "decline" | null;
  /** The requests that they can choose from, by number: ids of delegations, with commas between them. */
  choices: string | null;
  /** The newest request when words that say nothing were last explained: once for each. */
  helped_about: string | null;
}
