// The tables, as the migrations make them; tests/integration/db/schema.test.ts compares the two.
// Instants: UTC, ISO 8601 with milliseconds. Ids: UUIDv7. Booleans: 0 and 1. Columns: specification, section 3.
import type { Generated } from "kysely";

export type Bit = 0 | 1;
export type Category = "Kids" | "Household" | "Elders";
export type ProfileRole = "mom" | "dad" | "parent" | "caregiver";
export type HouseholdRole = "owner" | "member";
export type Relation = "spouse" | "partner" | "child" | "parent" | "grandparent" | "sibling" | "other";
export type DelegationStatus = "none" | "pending" | "accepted" | "declined";
export type DelegationMethod = "whatsapp" | "sms";

export interface Database {
  users: UserTable;
  sessions: SessionTable;
  sign_in_failures: SignInFailureTable;
  profiles: ProfileTable;
  user_preferences: UserPreferencesTable;
  households: HouseholdTable;
  household_members: HouseholdMemberTable;
  family_members: FamilyMemberTable;
  tasks: TaskTable;
}

interface UserTable {
  id: string;
  /** Trimmed and in lower case. */
  email: string;
  email_verified_at: string | null;
  /** Null for an account that signs in by other means only. */
  password_hash: string | null;
  created_at: string;
}

interface SessionTable {
  id: string;
  user_id: string;
  /** SHA-256 of the token in the cookie, in hex. */
  token_hash: string;
  created_at: string;
  last_used_at: string;
}

interface SignInFailureTable {
  id: string;
  email: string;
  ip_address: string;
  failed_at: string;
}

interface ProfileTable {
  /** The user's id. */
  id: string;
  first_name: string | null;
  last_name: string | null;
  role: Generated<ProfileRole>;
  /** IANA name; null until a browser or the user has told it. */
  time_zone: string | null;
  updated_at: string;
}

interface UserPreferencesTable {
  user_id: string;
  auto_save_to_calendar: Generated<Bit>;
  google_calendar_enabled: Generated<Bit>;
  reminder_two_days_before: Generated<Bit>;
  reminder_one_hour_before: Generated<Bit>;
  daily_summary_enabled: Generated<Bit>;
  /** Wall clock in the user's zone, HH:mm. */
  daily_summary_time: Generated<string>;
  default_spouse_id: string | null;
  delegation_method: Generated<DelegationMethod>;
  phone_number: string | null;
  sms_enabled: Generated<Bit>;
  whatsapp_enabled: Generated<Bit>;
  email_enabled: Generated<Bit>;
}

interface HouseholdTable {
  id: string;
  created_at: string;
}

interface HouseholdMemberTable {
  id: string;
  household_id: string;
  /** A user is in one household. */
  user_id: string;
  role: HouseholdRole;
  joined_at: string;
}

interface FamilyMemberTable {
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

interface TaskTable {
  id: string;
  household_id: string;
  /** Who made it. */
  user_id: string;
  title: string;
  category: Category;
  description: string | null;
  /** The instant; beside it the wall clock (YYYY-MM-DDTHH:mm) and the zone in which it was said. All three or none. */
  due_date: string | null;
  due_local: string | null;
  due_time_zone: string | null;
  is_completed: Generated<Bit>;
  created_at: string;
  delegated_to: string | null;
  assignee: string | null;
  delegation_status: Generated<DelegationStatus>;
  /** Grows with every change, so that an edit form can tell that somebody was faster. */
  version: Generated<number>;
  /** Set while it can still be brought back. */
  deleted_at: string | null;
  /** Overdue, and skipped: not to be asked about before this instant. */
  overdue_skipped_until: string | null;
  /** Tells the same form sent twice (a hash of form and text). */
  request_id: string | null;
}
