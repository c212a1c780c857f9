// Who has an account, and how they want it. Conventions: db/schema.ts.
import type { Generated } from "kysely";
import type { DelegationMethod } from "#db/tables/delegations.ts";

export type ProfileRole = "mom" | "dad" | "parent" | "caregiver";
export type Bit = 0 | 1;

export interface UserTable {
  id: string;
  /** Trimmed and in lower case. */
  email: string;
  email_verified_at: string | null;
  /** Null for an account that signs in by other means only. */
  password_hash: string | null;
  created_at: string;
}

/** Who signs in with Google. A user has one Google account at most. */
export interface GoogleAccountTable {
  /** Google's own id of the person, which never changes; an address can, and can become somebody else's. */
  sub: string;
  user_id: string;
  /** As Google last said it, in lower case; for people to tell which account it is. */
  email: string;
  /** What was allowed, with spaces between. */
  scope: string;
  created_at: string;
}

export interface SessionTable {
  id: string;
  user_id: string;
  /** SHA-256 of the token in the cookie, in hex. */
  token_hash: string;
  created_at: string;
  last_used_at: string;
  /** As people would call it: "Chrome on Android". */
  device: string | null;
}

export interface SignInFailureTable {
  id: string;
  email: string;
  ip_address: string;
  failed_at: string;
}

export interface ProfileTable {
  /** The user's id. */
  id: string;
  first_name: string | null;
  last_name: string | null;
  role: Generated<ProfileRole>;
  /** IANA name; null until a browser or the user has told it. */
  time_zone: string | null;
  updated_at: string;
}

export interface UserPreferencesTable {
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
  /** The instant of the next daily summary; null while it is off. */
  next_daily_summary_at: string | null;
}

/** The newest of a user counts; its link is computed from the id. */
export interface PasswordResetTable {
  id: string;
  user_id: string;
  requested_at: string;
  used_at: string | null;
}

/** An address that somebody is to show to be theirs: the account's own, or the one it is to change to. */
export interface EmailVerificationTable {
  id: string;
  user_id: string;
  email: string;
  /** The account's own when another was asked for: it is warned. */
  previous_email: string | null;
  requested_at: string;
  confirmed_at: string | null;
}
