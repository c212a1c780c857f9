import type { Channel } from "#db/schema.ts";
import { env, type Settings } from "./env.server.ts";

export const textCountries = env.TEXT_COUNTRIES;

export function isSetUp(channel: Channel, settings: Settings = env): boolean {
  const hasTwilio = Boolean(settings.TWILIO_ACCOUNT_SID && settings.TWILIO_AUTH_TOKEN);
  if (channel === "sms") return hasTwilio && Boolean(settings.TWILIO_SMS_FROM);
  if (channel === "whatsapp") return hasTwilio && Boolean(settings.TWILIO_WHATSAPP_FROM);
  if (channel === "calendar") return Boolean(settings.GOOGLE_CLIENT_ID && settings.GOOGLE_CLIENT_SECRET);
  return Boolean(settings.EMAIL_FROM && (settings.POSTMARK_SERVER_TOKEN || settings.SMTP_URL));
}
