import type { Channel } from "#db/schema.ts";

interface ChannelFacts {
  /**
   * The form of its messages. People turn on "push" and "notification" channels on a page of their
   * own: /preferences/notifications/NAME.
   */
  carries: "push" | "notification" | "text" | "email" | "entry";
  /** Stands alone, as on a button or in a list. */
  name: string;
  nameInSentence: string;
  /** Names its messages, as the start of a sentence. */
  messages: string;
  icon: string;
  /**
   * True if its provider limits each chat, topic or account as well as all of Mila, without saying
   * which limit was reached.
   */
  limitsEachUser: boolean;
  /** The number of requests that a worker makes at the same time. */
  concurrency: number;
  /**
   * True if one job may claim several messages: the provider takes them side by side, and can be
   * asked after a crash.
   */
  canBatch: boolean;
}

/**
 * Every way to reach people, best first. How each is turned on and addressed is in
 * `app/domain/outbox/channels/user-channels.ts`, the settings that it needs in
 * `app/config/channels.server.ts`, and the provider's client in `app/services/`.
 */
export const channelFacts = {
  push: {
    carries: "push",
    name: "Notification",
    nameInSentence: "notification",
    messages: "Notifications",
    icon: "bell-ring",
    limitsEachUser: false,
    concurrency: 50,
    canBatch: false,
  },
  ntfy: {
    carries: "notification",
    name: "ntfy",
    nameInSentence: "ntfy",
    messages: "Notifications by ntfy",
    icon: "bell",
    limitsEachUser: true,
    concurrency: 4,
    canBatch: false,
  },
  telegram: {
    carries: "notification",
    name: "Telegram",
    nameInSentence: "Telegram",
    messages: "Telegram messages",
    icon: "send-horizontal",
    limitsEachUser: true,
    concurrency: 4,
    canBatch: false,
  },
  sms: {
    carries: "text",
    name: "SMS",
    nameInSentence: "SMS",
    messages: "SMS messages",
    icon: "message-square-text",
    limitsEachUser: false,
    concurrency: 50,
    canBatch: true,
  },
  whatsapp: {
    carries: "text",
    name: "WhatsApp",
    nameInSentence: "WhatsApp",
    messages: "WhatsApp messages",
    icon: "message-circle",
    limitsEachUser: false,
    concurrency: 50,
    canBatch: true,
  },
  email: {
    carries: "email",
    name: "Email",
    nameInSentence: "email",
    messages: "Emails",
    icon: "mail",
    limitsEachUser: false,
    concurrency: 50,
    canBatch: true,
  },
  calendar: {
    carries: "entry",
    name: "Calendar",
    nameInSentence: "calendar",
    messages: "Google Calendar events",
    icon: "calendar-days",
    limitsEachUser: true,
    concurrency: 10,
    canBatch: false,
  },
} as const satisfies Record<Channel, ChannelFacts>;

type Form = ChannelFacts["carries"];

/** The channels whose messages have one of these forms. */
export type ChannelOf<Carried extends Form> = {
  [Name in Channel]: (typeof channelFacts)[Name]["carries"] extends Carried ? Name : never;
}[Channel];

export const everyChannel = Object.keys(channelFacts) as Channel[];

export function carries<Carried extends Form>(
  channel: Channel,
  ...forms: Carried[]
): channel is ChannelOf<Carried> {
  return forms.some((form) => form === channelFacts[channel].carries);
}

/** Keeps the order: best first. */
export function channelsOf<Carried extends Form>(...forms: Carried[]): ChannelOf<Carried>[] {
  return everyChannel.filter((channel) => carries(channel, ...forms));
}

/** Channels that people turn on by connecting a device, a topic or a chat, on a page of its own. */
export const connectedChannels = channelsOf("push", "notification");
