import { type Kysely, sql } from "kysely";
import {
  addIndexes,
  flag,
  isOneOf,
  key,
  keyOf,
  linkTo,
  oneOf,
  partOf,
  preset,
  required,
  unique,
} from "./builder.ts";

export async function createAccounts(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("users")
    .addColumn("id", "text", key)
    .addColumn("email", "text", unique)
    .addColumn("email_verified_at", "text")
    .addColumn("password_hash", "text")
    .addColumn("created_at", "text", required)
    .addColumn("is_owner", "integer", flag("is_owner"))
    .addColumn("last_seen_at", "text")
    .addColumn("departed_at", "text")
    .addCheckConstraint(
      "users_email_normalized",
      sql`email = lower(trim(email)) and email like '%_@_%'`,
    )
    .modifyEnd(sql`strict`)
    .execute();
  await addIndexes(db, "users", {
    users_owner: { on: ["is_owner"], where: [["is_owner", "=", 1]], unique: true },
  });

  await db.schema
    .createTable("profiles")
    .addColumn("id", "text", keyOf("users"))
    .addColumn("first_name", "text")
    .addColumn("last_name", "text")
    .addColumn("role", "text", (column) =>
      column
        .notNull()
        .defaultTo("parent")
        .check(isOneOf("role", ["mom", "dad", "parent", "caregiver"])),
    )
    .addColumn("time_zone", "text")
    .addColumn("updated_at", "text", required)
    .modifyEnd(sql`strict`)
    .execute();

  await db.schema
    .createTable("sessions")
    .addColumn("id", "text", key)
    .addColumn("user_id", "text", partOf("users"))
    .addColumn("token_hash", "text", unique)
    .addColumn("created_at", "text", required)
    .addColumn("last_used_at", "text", required)
    .addColumn("device", "text")
    .addColumn("confirmed_at", "text", preset(""))
    .addColumn("network", "text")
    .addColumn("must_add_factor", "integer", flag("must_add_factor"))
    .addColumn("second_step_at", "text")
    .modifyEnd(sql`strict`)
    .execute();
  await addIndexes(db, "sessions", {
    sessions_by_user: { on: ["user_id"] },
    sessions_by_use: { on: ["last_used_at"] },
  });

  await db.schema
    .createTable("kept_forms")
    .addColumn("user_id", "text", partOf("users"))
    .addColumn("path", "text", required)
    .addColumn("fields", "text", required)
    .addColumn("expires_at", "text", required)
    .addPrimaryKeyConstraint("kept_forms_pk", ["user_id", "path"])
    .modifyEnd(sql`strict`)
    .execute();

  await db.schema
    .createTable("google_accounts")
    .addColumn("sub", "text", key)
    .addColumn("user_id", "text", (column) =>
      column.notNull().unique().references("users.id").onDelete("cascade"),
    )
    .addColumn("email", "text", (column) => column.notNull().check(sql`email = lower(trim(email))`))
    .addColumn("scope", "text", required)
    .addColumn("created_at", "text", required)
    .modifyEnd(sql`strict`)
    .execute();

  await db.schema
    .createTable("oidc_accounts")
    .addColumn("issuer", "text", required)
    .addColumn("sub", "text", required)
    .addColumn("user_id", "text", partOf("users"))
    .addColumn("email", "text", (column) => column.notNull().check(sql`email = lower(trim(email))`))
    .addColumn("created_at", "text", required)
    .addPrimaryKeyConstraint("oidc_accounts_key", ["issuer", "sub"])
    .modifyEnd(sql`strict`)
    .execute();
  await addIndexes(db, "oidc_accounts", {
    oidc_accounts_by_user: { on: ["user_id", "issuer"], unique: true },
  });

  await db.schema
    .createTable("sign_in_failures")
    .addColumn("id", "text", key)
    .addColumn("email", "text", required)
    .addColumn("ip_address", "text", required)
    .addColumn("failed_at", "text", required)
    .addColumn("step", "text", (column) =>
      column
        .notNull()
        .defaultTo("password")
        .check(isOneOf("step", ["password", "code"])),
    )
    .modifyEnd(sql`strict`)
    .execute();
  await addIndexes(db, "sign_in_failures", {
    sign_in_failures_by_email: { on: ["email", "failed_at"] },
    sign_in_failures_by_ip_address: { on: ["ip_address", "failed_at"] },
    sign_in_failures_by_age: { on: ["failed_at"] },
  });

  await db.schema
    .createTable("sign_ups")
    .addColumn("id", "text", key)
    .addColumn("ip_address", "text", required)
    .addColumn("mailbox", "text", required)
    .addColumn("signed_up_at", "text", required)
    .modifyEnd(sql`strict`)
    .execute();
  await addIndexes(db, "sign_ups", {
    sign_ups_by_ip_address: { on: ["ip_address", "signed_up_at"] },
    sign_ups_by_mailbox: { on: ["mailbox", "signed_up_at"] },
    sign_ups_by_age: { on: ["signed_up_at"] },
  });

  await db.schema
    .createTable("password_resets")
    .addColumn("id", "text", key)
    .addColumn("user_id", "text", partOf("users"))
    .addColumn("requested_at", "text", required)
    .addColumn("used_at", "text")
    .addColumn("is_emailed", "integer", flag("is_emailed", 1))
    .modifyEnd(sql`strict`)
    .execute();
  await addIndexes(db, "password_resets", {
    password_resets_by_user: { on: ["user_id", "requested_at"] },
  });

  await db.schema
    .createTable("email_verifications")
    .addColumn("id", "text", key)
    .addColumn("user_id", "text", partOf("users"))
    .addColumn("email", "text", required)
    .addColumn("requested_at", "text", required)
    .addColumn("confirmed_at", "text")
    .addColumn("previous_email", "text")
    .addColumn("session_id", "text")
    .modifyEnd(sql`strict`)
    .execute();
  await addIndexes(db, "email_verifications", {
    email_verifications_by_user: { on: ["user_id", "requested_at"] },
  });

  await db.schema
    .createTable("totp_factors")
    .addColumn("user_id", "text", keyOf("users"))
    .addColumn("secret", "text", required)
    .addColumn("last_step", "integer", required)
    .addColumn("created_at", "text", required)
    .modifyEnd(sql`strict`)
    .execute();

  await db.schema
    .createTable("recovery_codes")
    .addColumn("id", "text", key)
    .addColumn("user_id", "text", partOf("users"))
    .addColumn("code_hash", "text", required)
    .addColumn("created_at", "text", required)
    .addColumn("used_at", "text")
    .modifyEnd(sql`strict`)
    .execute();
  await addIndexes(db, "recovery_codes", {
    recovery_codes_by_user: { on: ["user_id", "code_hash"], unique: true },
  });

  await db.schema
    .createTable("passkeys")
    .addColumn("id", "text", key)
    .addColumn("user_id", "text", partOf("users"))
    .addColumn("name", "text", required)
    .addColumn("credential_id", "text", unique)
    .addColumn("public_key", "text", required)
    .addColumn("counter", "integer", required)
    .addColumn("transports", "text", required)
    .addColumn("created_at", "text", required)
    .addColumn("last_used_at", "text")
    .modifyEnd(sql`strict`)
    .execute();
  await addIndexes(db, "passkeys", {
    passkeys_by_user: { on: ["user_id"] },
  });

  await db.schema
    .createTable("used_challenges")
    .addColumn("challenge", "text", key)
    .addColumn("used_at", "text", required)
    .modifyEnd(sql`strict`)
    .execute();

  await db.schema
    .createTable("audit_events")
    .addColumn("id", "text", key)
    .addColumn("recorded_at", "text", required)
    .addColumn("kind", "text", required)
    .addColumn("user_id", "text", linkTo("users"))
    .addColumn("done_by", "text", oneOf("done_by", ["self", "owner", "command"]))
    .addColumn("network", "text")
    .addColumn("device", "text")
    .addColumn("logged_at", "text")
    .addColumn("times", "integer", preset(1))
    .modifyEnd(sql`strict`)
    .execute();
  await addIndexes(db, "audit_events", {
    audit_events_of_user: { on: ["user_id", "id"] },
    audit_events_by_age: { on: ["recorded_at"] },
    audit_events_unlogged: { on: ["id"], where: [["logged_at", "is", null]] },
  });
}
