import type { Bit, Channel } from "#db/schema.ts";

/** SMS and WhatsApp as switched on; email where neither is. */
export function wantedChannels(preferences: {
  sms_enabled: Bit;
  whatsapp_enabled: Bit;
  email_enabled: Bit;
}): Channel[] {
  const texts: Channel[] = [];
  if (preferences.sms_enabled) texts.push("sms");
  if (preferences.whatsapp_enabled) texts.push("whatsapp");
  if (texts.length > 0) return texts;
  return preferences.email_enabled ? ["email"] : [];
}

export function isStillWanted(channel: Channel, preferences: Parameters<typeof wantedChannels>[0]): boolean {
  return wantedChannels(preferences).includes(channel);
}
