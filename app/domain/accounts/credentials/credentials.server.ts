import type { Transaction } from "kysely";
import { forgetCalendar } from "#app/domain/calendar/google/connection.server.ts";
import type { Database } from "#db/schema.ts";

/**
 * Ends every way in that somebody else may hold besides the password: sessions, links to choose another password, and
 * links that would give the account another address.
 */
export async function endWaysIn(trx: Transaction<Database>, userId: string, now: string): Promise<void> {
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
export async function disown(trx: Transaction<Database>, userId: string, now: string): Promise<void> {
  await trx.updateTable("users").set({ email_verified_at: now }).where("id", "=", userId).execute();
  await trx.deleteFrom("email_verifications").where("user_id", "=", userId).execute();
  // A feed's link shows the tasks.
  await trx.deleteFrom("calendar_feeds").where("user_id", "=", userId).execute();
  // Nor are reminders to go to a number of theirs.
  const noNumber = { phone_number: null, sms_enabled: 0, whatsapp_enabled: 0 } as const;
  await trx.updateTable("user_preferences").set(noNumber).where("user_id", "=", userId).execute();
  // Nor tasks into a calendar of theirs.
  await forgetCalendar(trx, userId);
  // Nor is anybody to come whom they asked in.
  await trx
    .updateTable("family_invitations")
    .set({ status: "revoked" })
    .where("invited_by", "=", userId)
    .where("status", "=", "pending")
    .execute();
}
