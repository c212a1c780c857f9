import type { ExportPart } from "#app/domain/core/export.ts";

export const accountsExport = {
  account: (db, { userId }) =>
    db
      .selectFrom("users")
      .select(["id", "email", "email_verified_at", "created_at", "is_owner", "last_seen_at"])
      .where("id", "=", userId)
      .executeTakeFirstOrThrow(),
  profile: (db, { userId }) =>
    db.selectFrom("profiles").selectAll().where("id", "=", userId).executeTakeFirstOrThrow(),
  google_account: (db, { userId }) =>
    db
      .selectFrom("google_accounts")
      .select(["email", "scope", "created_at"])
      .where("user_id", "=", userId)
      .executeTakeFirst(),
  sessions: (db, { userId }) =>
    db
      .selectFrom("sessions")
      .select(["device", "network", "created_at", "last_used_at", "confirmed_at", "second_step_at"])
      .where("user_id", "=", userId)
      .orderBy("id")
      .execute(),
  email_verifications: (db, { userId }) =>
    db
      .selectFrom("email_verifications")
      .select(["email", "previous_email", "requested_at", "confirmed_at"])
      .where("user_id", "=", userId)
      .orderBy("requested_at")
      .orderBy("id")
      .execute(),
  sign_in_resets: (db, { userId }) =>
    db
      .selectFrom("password_resets")
      .select(["requested_at", "used_at"])
      .where("user_id", "=", userId)
      .orderBy("requested_at")
      .orderBy("id")
      .execute(),
  oidc_accounts: (db, { userId }) =>
    db
      .selectFrom("oidc_accounts")
      .select(["issuer", "email", "created_at"])
      .where("user_id", "=", userId)
      .orderBy("created_at")
      .orderBy("issuer")
      .execute(),
  totp_factors: (db, { userId }) =>
    db.selectFrom("totp_factors").select("created_at").where("user_id", "=", userId).execute(),
  recovery_codes: (db, { userId }) =>
    db
      .selectFrom("recovery_codes")
      .select(["created_at", "used_at"])
      .where("user_id", "=", userId)
      .execute(),
  passkeys: (db, { userId }) =>
    db
      .selectFrom("passkeys")
      .select(["name", "created_at", "last_used_at"])
      .where("user_id", "=", userId)
      .execute(),
  audit_events: (db, { userId }) =>
    db
      .selectFrom("audit_events")
      .select(["recorded_at", "kind", "done_by", "network", "device"])
      .where("user_id", "=", userId)
      .orderBy("id")
      .execute(),
} satisfies Record<string, ExportPart>;
