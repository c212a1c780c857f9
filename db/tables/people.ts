import type { Generated } from "kysely";

export type HouseholdRole = "owner" | "member";
export type Relation =
  | "spouse"
  | "partner"
  | "child"
  | "parent"
  | "grandparent"
  | "sibling"
  | "other";
type InvitationStatus = "pending" | "accepted" | "revoked";

export interface HouseholdTable {
  id: string;
  created_at: string;
  revision: Generated<number>;
  revised_at: string | null;
  /** The size of the text of all its tasks, kept up to date by triggers on tasks. */
  words_bytes: Generated<number>;
}

/**
 * A message that the user has not seen yet: they were removed from a household, or theirs has
 * another owner.
 */
export type HouseholdNotice = "removed" | "new_owner";

export interface HouseholdMemberTable {
  id: string;
  household_id: string;
  user_id: string;
  role: HouseholdRole;
  joined_at: string;
  notice: HouseholdNotice | null;
}

/** A user who left a household with tasks that they added. The worker hands them to its owner. */
export interface DepartureTable {
  user_id: string;
  household_id: string;
  left_at: string;
}

/** A person in a household, with or without an account. */
export interface PersonTable {
  id: string;
  household_id: string;
  /** The name that the family uses. Without a relation, it is the account's name. */
  name: string;
  /** Null for a person whom nobody has added to the family's list. */
  relation: Relation | null;
  /** E.164. */
  phone: string | null;
  email: string | null;
  user_id: string | null;
  /** The account that left the household. If it comes back, it is this person again. */
  former_user_id: string | null;
  /** The account that added them to the family's list. */
  added_by: string | null;
  created_at: string;
  /** Set for a person who is only named by what they did, or were to do, before they left. */
  left_at: string | null;
}

export interface FamilyInvitationTable {
  id: string;
  household_id: string;
  invited_by: string;
  /** Trimmed and lower case. Only an account with this address can accept. */
  invitee_email: string;
  status: Generated<InvitationStatus>;
  version: Generated<number>;
  created_at: string;
  expires_at: string;
}

/** The question "Is Emma one of your children?", asked once about a name. */
export interface ChildQuestionTable {
  id: string;
  household_id: string;
  name: string;
  /** The task whose card asks the question. */
  task_id: string | null;
  asked_at: string;
  /** Null while unanswered. */
  is_child: 0 | 1 | null;
}

/** A word learned from a correction: "swim" is "Kids" here, and "dinner" at "18:30". */
export interface LearnedWordTable {
  id: string;
  household_id: string;
  /** The words in lower case, with single spaces. */
  words: string;
  kind: "category" | "time";
  value: string;
  learned_at: string;
}
