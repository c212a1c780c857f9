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
  return Boolean(neededSettings[channel](settings));
}

/** Reads the settings that each channel needs. Push needs none, because Mila sends it herself. */
const neededSettings: Record<Channel, (settings: Settings) => unknown> = {
  push: () => true,
  ntfy: ({ NTFY_URL }) => NTFY_URL !== "off",
  telegram: ({ TELEGRAM_BOT_TOKEN }) => TELEGRAM_BOT_TOKEN,
  sms: ({ TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_SMS_FROM }) =>
    TWILIO_ACCOUNT_SID && TWILIO_AUTH_TOKEN && TWILIO_SMS_FROM,
  whatsapp: ({ TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_WHATSAPP_FROM }) =>
    TWILIO_ACCOUNT_SID && TWILIO_AUTH_TOKEN && TWILIO_WHATSAPP_FROM,
  email: ({ EMAIL_FROM, POSTMARK_SERVER_TOKEN, SMTP_URL }) =>
    EMAIL_FROM && (POSTMARK_SERVER_TOKEN || SMTP_URL),
  calendar: ({ GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET }) =>
    GOOGLE_CLIENT_ID && GOOGLE_CLIENT_SECRET,
};
