import type { Transaction } from "kysely";
import type { Database } from "#db/schema.ts";
import { accountTakenOver } from "../events.server.ts";

/**
 * Ends every way in that somebody else may hold besides the password: sessions, links to choose another password, and
 * links that would give the account another address.
 */
export async function revokeCredentials(trx: Transaction<Database>, userId: string, now: string): Promise<void> {
  await trx.deleteFrom("sessions").where("user_id", "=", userId).execute();
  await trx
    .updateTable("password_resets")
    .set({ used_at: now })
    .where("user_id", "=", userId)
    .where("used_at", "is", null)
    .execute();
  await trx
    .deleteFrom("email_verifications")
    .where("user_id", "=", userId)
    .where("confirmed_at", "is", null)
    .where("email", "!=", trx.selectFrom("users").select("email").where("id", "=", userId))
    .execute();
}

/**
 * For an account whose address is only now shown to be somebody's: whoever registered it before may have been another,
 * and nothing of the account is to reach them any more.
 */
export async function revokePreviousOwner(trx: Transaction<Database>, userId: string, now: string): Promise<void> {
  await trx.updateTable("users").set({ email_verified_at: now }).where("id", "=", userId).execute();
  await trx.deleteFrom("email_verifications").where("user_id", "=", userId).execute();
  await accountTakenOver.announce(trx, { userId }, now);
}

/** For an account that somebody registered without showing that the address is theirs: nothing lets them in any more. */
export async function takeOver(trx: Transaction<Database>, userId: string, now: string): Promise<void> {
  await trx.updateTable("users").set({ password_hash: null }).where("id", "=", userId).execute();
  await revokeCredentials(trx, userId, now);
  await revokePreviousOwner(trx, userId, now);
}
