import type { Selectable, Updateable } from "kysely";
import type { Channel, Database } from "#db/schema.ts";

/** The columns of a user's preferences that decide how to reach them. */
export const channelColumns = [
  "user_id",
  "push_enabled",
  "ntfy_topic",
  "telegram_chat",
  "phone_number",
  "phone_confirmed_at",
  "sms_enabled",
  "whatsapp_enabled",
  "email_enabled",
] as const;

export type ChannelSettings = Pick<
  Selectable<Database["user_preferences"]>,
  (typeof channelColumns)[number]
>;

interface UserChannel {
  /** True also while a number waits for its code. */
  isOn: (settings: ChannelSettings) => boolean;
  /**
   * E.164, an email address, a topic, a chat, or for push the user's id: the claim finds the
   * devices.
   */
  address: (settings: ChannelSettings, email: string | null) => string | null;
  /** Columns that turn it off and delete its address, which may be someone else's after a while. */
  forgotten: Updateable<Database["user_preferences"]>;
}

const noNumber = { phone_number: null, phone_confirmed_at: null, phone_lost_at: null };

/** How each channel reaches the user themselves. */
export const userChannels: Record<Channel, UserChannel> = {
  push: {
    isOn: ({ push_enabled }) => push_enabled === 1,
    address: ({ user_id }) => user_id,
    // Devices end with their sessions.
    forgotten: {},
  },
  ntfy: {
    isOn: ({ ntfy_topic }) => ntfy_topic !== null,
    address: ({ ntfy_topic }) => ntfy_topic,
    forgotten: { ntfy_topic: null },
  },
  telegram: {
    isOn: ({ telegram_chat }) => telegram_chat !== null,
    address: ({ telegram_chat }) => telegram_chat,
    forgotten: { telegram_chat: null, telegram_lost_at: null },
  },
  sms: {
    isOn: ({ sms_enabled }) => sms_enabled === 1,
    address: ({ phone_number }) => phone_number,
    forgotten: { ...noNumber, sms_enabled: 0 },
  },
  whatsapp: {
    isOn: ({ whatsapp_enabled }) => whatsapp_enabled === 1,
    address: ({ phone_number }) => phone_number,
    forgotten: { ...noNumber, whatsapp_enabled: 0 },
  },
  email: {
    isOn: ({ email_enabled }) => email_enabled === 1,
    address: (_, email) => email,
    forgotten: {},
  },
  // Entries depend on the connection to Google, which is not a preference.
  calendar: { isOn: () => false, address: (_, email) => email, forgotten: {} },
};
