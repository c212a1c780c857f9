import type { Kysely } from "kysely";
import { findAddress } from "#app/domain/accounts/email/verification.server.ts";
import { readPhoneNumber, formatPhoneNumber } from "#app/domain/core/phone.server.ts";
import { bit } from "#app/domain/core/bit.ts";
import { forgetUnreachableNumber } from "#app/domain/outbox/channels/unreachable.server.ts";
import type { Database } from "#db/schema.ts";
import type { NotificationSettings } from "./input.ts";
import { findPreferences, savePreferences } from "./preferences.server.ts";

export async function findNotificationSettings(db: Kysely<Database>, userId: string) {
  const row = await findPreferences(db, userId);
  const { email } = await findAddress(db, userId);
  const saved = {
    phoneNumber: row.phone_number ? formatPhoneNumber(row.phone_number) : "",
    smsEnabled: row.sms_enabled === 1,
    whatsappEnabled: row.whatsapp_enabled === 1,
    emailEnabled: row.email_enabled === 1,
  };
  return { saved, email };
}

/** False for a number that `saveNotificationSettings` refuses. */
export async function changesPhoneNumber(
  db: Kysely<Database>,
  userId: string,
  { phoneNumber }: NotificationSettings,
  textCountries?: string[],
): Promise<boolean> {
  const { phone_number: saved } = await findPreferences(db, userId);
  const read = phoneNumber ? readPhoneNumber(phoneNumber, textCountries) : { number: null };
  return "number" in read && read.number !== saved;
}

/**
 * Turns SMS and WhatsApp off without a number.
 * @param textCountries ISO 3166 codes; undefined allows all countries
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
    const before = await findPreferences(trx, userId);
    await savePreferences(trx, userId, {
      phone_number: number,
      sms_enabled: bit(number !== null && chosen.smsEnabled),
      whatsapp_enabled: bit(number !== null && chosen.whatsappEnabled),
      email_enabled: bit(chosen.emailEnabled),
    });
    if (number !== before.phone_number) await forgetUnreachableNumber(trx, userId);
  });
}
