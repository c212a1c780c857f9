import type { Channel } from "#db/schema.ts";

/** As in a sentence. */
export const channelNames: Record<Channel, string> = {
  push: "notification",
  ntfy: "ntfy",
  telegram: "Telegram",
  sms: "SMS",
  whatsapp: "WhatsApp",
  email: "email",
  calendar: "calendar",
};
