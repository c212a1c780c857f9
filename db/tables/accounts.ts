import type { Generated } from "kysely";
import type { DelegationMethod } from "#db/tables/delegations.ts";

export type ProfileRole = "mom" | "dad" | "parent" | "caregiver";
export type Bit = 0 | 1;

export interface UserTable {
  id: string;
  /** Trimmed and lower case. */
  email: string;
  email_verified_at: string | null;
  password_hash: string | null;
  created_at: string;
}

export interface GoogleAccountTable {
  /** Google's permanent id; addresses can change hands. */
  sub: string;
  user_id: string;
  /** As Google last reported it, lower case, for display. */
  email: string;
  scope: string;
  created_at: string;
}

/** At an identity provider that the administrator has set up. */
export interface OidcAccountTable {
  /** OIDC_ISSUER when it was linked. */
  issuer: string;
  /** The issuer's permanent id; addresses can change hands. */
  sub: string;
  user_id: string;
  /** As the issuer last reported it, lower case, for display. */
  email: string;
  created_at: string;
}

export interface SessionTable {
  id: string;
  user_id: string;
  /** SHA-256 of the cookie's token, in hex. */
  token_hash: string;
  created_at: string;
  last_used_at: string;
  /** For display: "Chrome on Android". */
  device: string | null;
  /** Started while the owner required a second step. */
  must_add_factor: Generated<Bit>;
}

export type SignInStep = "password" | "code";

export interface SignInFailureTable {
  id: string;
  email: string;
  ip_address: string;
  failed_at: string;
  step: Generated<SignInStep>;
}

export interface ProfileTable {
  id: string;
  first_name: string | null;
  last_name: string | null;
  role: Generated<ProfileRole>;
  /** IANA name; null until a browser or the user reports it. */
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
  next_daily_summary_at: string | null;
}

/** Only a user's newest counts; its link is computed from the id. */
export interface PasswordResetTable {
  id: string;
  user_id: string;
  requested_at: string;
  used_at: string | null;
}

/** The account's own address, or the one it will change to. */
export interface EmailVerificationTable {
  id: string;
  user_id: string;
  email: string;
  previous_email: string | null;
  requested_at: string;
  confirmed_at: string | null;
}
