import type { Kysely, Transaction } from "kysely";
import { forgetEventsOf } from "#app/domain/core/rate-limits/allow.server.ts";
import type { AuditActor, Database } from "#db/schema.ts";
import { anonymizeAudit } from "../audit/audit-upkeep.server.ts";
import { recordAudit } from "../audit/record-audit.server.ts";

interface Ending {
  /** The household that ends because this is its last account. */
  householdId: string | null;
  by: AuditActor;
  now: string;
}

/**
 * Ends an account: nobody can sign in to it, no link of it works, and its address is free again.
 * Its nameless row stays for the rows that refer to it, until `removeUser` deletes it.
 */
export async function endAccount(
  trx: Transaction<Database>,
  userId: string,
  { householdId, by, now }: Ending,
): Promise<void> {
  await anonymizeAudit(trx, userId);
  await recordAudit(trx, { kind: "account_deleted", userId: null, by }, now);
  await trx.deleteFrom("sessions").where("user_id", "=", userId).execute();
  await trx.deleteFrom("kept_forms").where("user_id", "=", userId).execute();
  await trx.deleteFrom("google_accounts").where("user_id", "=", userId).execute();
  await trx.deleteFrom("oidc_accounts").where("user_id", "=", userId).execute();
  await trx.deleteFrom("passkeys").where("user_id", "=", userId).execute();
  await trx.deleteFrom("totp_factors").where("user_id", "=", userId).execute();
  await trx.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  await trx.deleteFrom("password_resets").where("user_id", "=", userId).execute();
  await trx.deleteFrom("email_verifications").where("user_id", "=", userId).execute();
  await trx.deleteFrom("profiles").where("id", "=", userId).execute();
  const nobody = {
    password_hash: null,
    email_verified_at: null,
    last_seen_at: null,
    is_owner: 0,
  } as const;
  await trx
    .updateTable("users")
    .set({ ...nobody, email: `${userId}@deleted.invalid`, departed_at: now })
    .where("id", "=", userId)
    .execute();
  await trx
    .insertInto("accounts_to_remove")
    .values({ user_id: userId, household_id: householdId })
    .execute();
}

export async function listAccountsToRemove(db: Kysely<Database>) {
  return db
    .selectFrom("accounts_to_remove")
    .select(["user_id as userId", "household_id as householdId"])
    .execute();
}

/** Foreign keys delete what still belongs only to this user. */
export async function removeUser(db: Kysely<Database>, userId: string): Promise<void> {
  await forgetEventsOf(db, userId);
  await db.deleteFrom("users").where("id", "=", userId).execute();
}
