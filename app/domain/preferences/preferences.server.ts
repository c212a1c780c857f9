import type { Kysely, Selectable } from "kysely";
import { reviseHousehold } from "#app/domain/household/revision.server.ts";
import { readPhoneNumber, showPhoneNumber } from "#app/domain/core/phone.server.ts";
import { planDailySummary } from "#app/domain/reminders/ticks/next-daily-summary.server.ts";
import { syncReminders } from "#app/domain/reminders/sync-reminders.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { Bit, Database } from "#db/schema.ts";
import { forgetUnreachableNumber } from "#app/domain/outbox/channels/unreachable.server.ts";
import type { NotificationSettings, ReminderPreferences } from "./input.ts";

/** What the user has set; everybody has a row. */
export async function findPreferences(
  db: Kysely<Database>,
  userId: string,
): Promise<Selectable<Database["user_preferences"]>> {
  return db.selectFrom("user_preferences").selectAll().where("user_id", "=", userId).executeTakeFirstOrThrow();
}

/** How the user is reached, as their form shows it, and the address of their account. */
export async function findNotificationSettings(db: Kysely<Database>, userId: string) {
  const row = await db
    .selectFrom("user_preferences")
    .innerJoin("users", "users.id", "user_preferences.user_id")
    .select(["phone_number", "sms_enabled", "whatsapp_enabled", "email_enabled", "users.email"])
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  const saved = {
    phoneNumber: row.phone_number ? showPhoneNumber(row.phone_number) : "",
    smsEnabled: row.sms_enabled === 1,
    whatsappEnabled: row.whatsapp_enabled === 1,
    emailEnabled: row.email_enabled === 1,
  };
  return { saved, email: row.email };
}

/**
 * Saves when somebody is reminded, and makes their reminders and their next daily summary anew.
 * @param viewer.timeZone in which the summary's time is told
 */
export async function saveReminderPreferences(
  db: Kysely<Database>,
  viewer: { userId: string; householdId: string; timeZone: string },
  chosen: ReminderPreferences,
  now: string = nowIso(),
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable("user_preferences")
      .set({
        reminder_two_days_before: bit(chosen.reminderTwoDaysBefore),
        reminder_one_hour_before: bit(chosen.reminderOneHourBefore),
        daily_summary_enabled: bit(chosen.dailySummaryEnabled),
        ...(chosen.dailySummaryTime && { daily_summary_time: chosen.dailySummaryTime }),
      })
      .where("user_id", "=", viewer.userId)
      .execute();
    await syncReminders(trx, { userId: viewer.userId }, now);
    await planDailySummary(trx, viewer.userId, viewer.timeZone, now);
    await reviseHousehold(trx, viewer.householdId);
  });
}

/**
 * Saves how somebody is reached. Without a number SMS and WhatsApp are off.
 * @param textCountries the only ones (ISO 3166) that texts go to
 * @returns what is wrong with the number, to be said beside it; undefined when all is saved
 */
export async function saveNotificationSettings(
  db: Kysely<Database>,
  userId: string,
  chosen: NotificationSettings,
  textCountries?: string[],
): Promise<{ problem: string } | undefined> {
  const read = chosen.phoneNumber ? readPhoneNumber(chosen.phoneNumber, textCountries) : { number: null };
  if ("problem" in read) return read;
  const { number } = read;
  await db.transaction().execute(async (trx) => {
    const before = await trx
      .selectFrom("user_preferences")
      .select("phone_number")
      .where("user_id", "=", userId)
      .executeTakeFirstOrThrow();
    await trx
      .updateTable("user_preferences")
      .set({
        phone_number: number,
        sms_enabled: bit(number !== null && chosen.smsEnabled),
        whatsapp_enabled: bit(number !== null && chosen.whatsappEnabled),
        email_enabled: bit(chosen.emailEnabled),
      })
      .where("user_id", "=", userId)
      .execute();
    if (number !== before.phone_number) await forgetUnreachableNumber(trx, userId);
  });
}

const bit = (isOn: boolean): Bit => (isOn ? 1 : 0);
