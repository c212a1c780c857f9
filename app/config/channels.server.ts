import type { Channel } from "#db/schema.ts";
import { env, type Settings } from "./env.server.ts";

export const textCountries = env.TEXT_COUNTRIES;

export const telegramBotId = env.TELEGRAM_BOT_TOKEN?.split(":")[0];

/** Settings for texts that people send to Mila. */
export const textSettings = { timeZone: env.MILA_TIME_ZONE ?? "UTC", limits: env };

/** Takes nothing else, because `filter` and `find` pass an index too. */
export function isSetUp(channel: Channel): boolean {
  return isSetUpBy(env, channel);
}

export function isSetUpBy(settings: Settings, channel: Channel): boolean {
  if (channel === "push") return true;
  if (channel === "ntfy") return settings.NTFY_URL !== "off";
  if (channel === "telegram") return Boolean(settings.TELEGRAM_BOT_TOKEN);
  const hasTwilio = Boolean(settings.TWILIO_ACCOUNT_SID && settings.TWILIO_AUTH_TOKEN);
  if (channel === "sms") return hasTwilio && Boolean(settings.TWILIO_SMS_FROM);
  if (channel === "whatsapp") return hasTwilio && Boolean(settings.TWILIO_WHATSAPP_FROM);
  if (channel === "calendar")
    return Boolean(settings.GOOGLE_CLIENT_ID && settings.GOOGLE_CLIENT_SECRET);
  return Boolean(settings.EMAIL_FROM && (settings.POSTMARK_SERVER_TOKEN || settings.SMTP_URL));
}
