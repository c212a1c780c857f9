import type { Generated } from "kysely";

export type ProfileRole = "mom" | "dad" | "parent" | "caregiver";
export type Bit = 0 | 1;

export interface UserTable {
  id: string;
  /** Trimmed and lower case. */
  email: string;
  email_verified_at: string | null;
  password_hash: string | null;
  created_at: string;
  /** True for Mila's owner; at most one user is. */
  is_owner: Generated<Bit>;
  /** Up to an hour behind. */
  last_seen_at: string | null;
  /**
   * Set if the account was deleted. The row stays for the account's last messages, or for rows not
   * yet deleted.
   */
  departed_at: string | null;
}

/** An account that has ended. The worker deletes what is left of it, a few rows at a time. */
export interface AccountToRemoveTable {
  user_id: string;
  /** The household that ended with the account. */
  household_id: string | null;
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

/** Accounts at an identity provider that Mila's owner has set up. */
export interface OidcAccountTable {
  /** The value of OIDC_ISSUER when it was linked. */
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
  /** When the user last entered the password or confirmed with Google. */
  confirmed_at: Generated<string>;
  /** When the user last entered a code or used a passkey in this session, or added one. */
  second_step_at: string | null;
  /** The client's address at the last renewal; for IPv6, its /64. */
  network: string | null;
  /** For display: "Chrome on Android". */
  device: string | null;
  /** True if it was started while the owner required a second step. */
  must_add_factor: Generated<Bit>;
}

export interface KeptFormTable {
  user_id: string;
  /** The path of the page. */
  path: string;
  /** The fields in the format of a URL's query, encrypted. */
  fields: string;
  expires_at: string;
}

export interface ProfileTable {
  id: string;
  first_name: string | null;
  last_name: string | null;
  role: Generated<ProfileRole>;
  /** IANA name; null until a browser or the user reports it. */
  time_zone: string | null;
  /** The day on which weeks begin: 0 is Sunday, 1 is Monday. */
  week_start: Generated<Bit>;
  home_view: Generated<"area" | "day">;
  updated_at: string;
}

/** Only a user's newest row counts; its link is computed from the id. */
export interface PasswordResetTable {
  id: string;
  user_id: string;
  requested_at: string;
  used_at: string | null;
  /** True if it was sent by email, so that opening the link proves the address. */
  is_emailed: Generated<Bit>;
}

/** The account's own address, or the one it will change to. */
export interface EmailVerificationTable {
  id: string;
  user_id: string;
  email: string;
  previous_email: string | null;
  /** The session that asked for another address; it outlives the change. */
  session_id: string | null;
  requested_at: string;
  confirmed_at: string | null;
}

/** Kept for 180 days. Contains no email addresses, and no networks of deleted accounts. */
export interface AuditEventTable {
  id: string;
  recorded_at: string;
  kind: AuditKind;
  /** The user whose account it concerns; null if there is none, or if it was deleted. */
  user_id: string | null;
  done_by: AuditActor;
  /** An IPv4 address or an IPv6 /64 network. */
  network: string | null;
  /** For display: "Chrome on Android". */
  device: string | null;
  logged_at: string | null;
  /** More than 1 if events happened too often to be recorded one by one. */
  times: Generated<number>;
}

/** "command": someone at Mila's computer, by `npm run users`. */
export type AuditActor = "self" | "owner" | "command";

export type AuditKind =
  | "account_created"
  | "account_deleted"
  | "signed_in"
  | "sign_in_failed"
  | "sessions_ended"
  | "password_changed"
  | "reset_requested"
  | "reset_link_made"
  | "password_reset"
  | "email_change_requested"
  | "email_changed"
  | "email_confirmed"
  | "google_linked"
  | "became_owner"
  | "stopped_being_owner"
  | "became_household_owner"
  | "stopped_being_household_owner"
  | "removed_from_household"
  | "invitation_sent"
  | "invitation_revoked"
  | "invitation_accepted"
  | "data_exported"
  | "factor_added"
  | "factor_removed"
  | "factor_used"
  | "factor_failed"
  | "recovery_code_used"
  | "recovery_codes_renewed"
  | "sign_in_provider_linked"
  | "sign_in_provider_unlinked"
  | "token_made"
  | "token_renewed"
  | "token_revoked"
  | "webhook_added"
  | "webhook_changed"
  | "webhook_renewed"
  | "webhook_removed";
