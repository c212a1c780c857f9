import type { Bit, Channel } from "#db/schema.ts";

/** Email is the fallback: used only when SMS and WhatsApp are both off. */
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
