// Who belongs together. Conventions: db/schema.ts.
import type { Generated } from "kysely";

export type HouseholdRole = "owner" | "member";
export type Relation = "spouse" | "partner" | "child" | "parent" | "grandparent" | "sibling" | "other";
type InvitationStatus = "pending" | "accepted" | "revoked";

export interface HouseholdTable {
  id: string;
  created_at: string;
  /** Grows with every change that its pages show, so that open ones can tell. */
  revision: Generated<number>;
  /** When it last grew; null before the first time. */
  revised_at: string | null;
}

export interface HouseholdMemberTable {
  id: string;
  household_id: string;
  /** A user is in one household. */
  user_id: string;
  role: HouseholdRole;
  joined_at: string;
  /** What the user has not been told yet: that they were removed from the household they were in before. */
  notice: "removed" | null;
}

export interface FamilyMemberTable {
  id: string;
  user_id: string;
  household_id: string;
  name: string;
  relation: Relation;
  /** E.164. */
  phone: string | null;
  email: string | null;
  /** The account of this person, once they have one in the household. */
  linked_user_id: string | null;
  created_at: string;
}

export interface FamilyInvitationTable {
  id: string;
  household_id: string;
  invited_by: string;
  /** Trimmed and in lower case. Only an account with this address can accept. */
  invitee_email: string;
  status: Generated<InvitationStatus>;
  /** Of the link: sending it again makes a new one, which ends the old. */
  version: Generated<number>;
  created_at: string;
  expires_at: string;
}
