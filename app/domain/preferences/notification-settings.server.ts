import type { Kysely } from "kysely";
import { findAddress } from "#app/domain/accounts/email/verification.server.ts";
import { readPhoneNumber, formatPhoneNumber } from "#app/domain/core/phone.server.ts";
import { bit } from "#app/domain/core/bit.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { forgetUnreachableNumber } from "#app/domain/outbox/channels/unreachable.server.ts";
import type { Database } from "#db/schema.ts";
import { codeChannels, type NotificationSettings, type TextChannel } from "./input.ts";
import { forgetCodes, requestCode } from "./phone-code/request-code.server.ts";
import { findPreferences, savePreferences } from "./preferences.server.ts";

export async function findNotificationSettings(db: Kysely<Database>, userId: string) {
  const row = await findPreferences(db, userId);
  const { email } = await findAddress(db, userId);
  const saved = {
    phoneNumber: row.phone_number ? formatPhoneNumber(row.phone_number) : "",
    smsEnabled: row.sms_enabled === 1,
    whatsappEnabled: row.whatsapp_enabled === 1,
    emailEnabled: row.email_enabled === 1,
    otherWayEnabled: row.other_way_enabled === 1,
    nextWayEnabled: row.next_way_enabled === 1,
    nagEnabled: row.nag_enabled === 1,
    givenEnabled: row.given_enabled === 1,
  };
  return { saved, email };
}

/** Returns false for a number that `saveNotificationSettings` refuses. */
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
 * Turns SMS and WhatsApp off without a number. A new number gets a code, and nothing else until the
 * code is typed in.
 * @param texting.textCountries ISO 3166 codes; undefined allows all countries
 */
export async function saveNotificationSettings(
  db: Kysely<Database>,
  userId: string,
  chosen: NotificationSettings,
  {
    textCountries,
    isSetUp,
  }: { textCountries?: string[]; isSetUp: (channel: TextChannel) => boolean },
): Promise<{ problem: string } | undefined> {
  const read = chosen.phoneNumber
    ? readPhoneNumber(chosen.phoneNumber, textCountries)
    : { number: null };
  if ("problem" in read) return read;
  const { number } = read;
  await db.transaction().execute(async (trx) => {
    const before = await findPreferences(trx, userId);
    const isNew = number !== before.phone_number;
    await savePreferences(trx, userId, {
      phone_number: number,
      ...(isNew && { phone_confirmed_at: null, phone_lost_at: null }),
      sms_enabled: bit(number !== null && chosen.smsEnabled),
      whatsapp_enabled: bit(number !== null && chosen.whatsappEnabled),
      email_enabled: bit(chosen.emailEnabled),
      other_way_enabled: bit(chosen.otherWayEnabled),
      next_way_enabled: bit(chosen.nextWayEnabled),
      nag_enabled: bit(chosen.nagEnabled),
      ...(chosen.hasGiven && { given_enabled: bit(chosen.givenEnabled) }),
    });
    if (!isNew) return;
    await forgetUnreachableNumber(trx, userId);
    await forgetCodes(trx, userId);
    if (number)
      await requestCode(trx, { userId, number, channel: codeChannel(chosen, isSetUp) }, nowIso());
  });
}

/** Prefers a channel that is switched on and set up. */
function codeChannel(
  { smsEnabled, whatsappEnabled }: NotificationSettings,
  isSetUp: (channel: TextChannel) => boolean,
): TextChannel {
  const isOn = { sms: smsEnabled, whatsapp: whatsappEnabled };
  const on = codeChannels.filter((channel) => isOn[channel]);
  const wanted = on.length > 0 ? on : codeChannels;
  return wanted.find(isSetUp) ?? wanted[0] ?? "sms";
}
