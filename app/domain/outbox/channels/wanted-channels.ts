import type { Bit, Channel } from "#db/schema.ts";

/**
 * By which channels somebody is told things: SMS and WhatsApp as they have set them, e-mail when
 * neither is on. None when all are off.
 */
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

/** True when this delivery's channel is still one of those; e-mail stays right where no text channel is on. */
export function isStillWanted(channel: Channel, preferences: Parameters<typeof wantedChannels>[0]): boolean {
  return wantedChannels(preferences).includes(channel);
}
