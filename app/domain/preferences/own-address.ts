import type { Channel } from "#db/schema.ts";
import type { Preferences } from "./preferences.server.ts";

/** E.164, an email address, a topic, a chat, or by push the user's id: the claim finds the devices. Null if the user hasn't given one. */
export function ownAddress(
  channel: Channel,
  email: string | undefined,
  preferences: Preferences,
): string | null {
  switch (channel) {
    case "push":
      return preferences.user_id;
    case "ntfy":
      return preferences.ntfy_topic;
    case "telegram":
      return preferences.telegram_chat;
    case "sms":
    case "whatsapp":
      return preferences.phone_number;
    case "email":
    case "calendar":
      return email ?? null;
  }
}
