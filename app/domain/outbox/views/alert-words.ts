import { channelFacts } from "#app/channels.ts";
import type { Channel } from "#db/schema.ts";

export type AlertType =
  | "no provider"
  | "no device"
  | "device refuses"
  | "no way"
  | "chat taken"
  | "number taken"
  | "paused"
  | "rate limited"
  | "opted out"
  | "unreachable"
  | "limit"
  | "grant gone"
  | "calendar gone"
  | "unconfirmed";

/** Troubles with this Mila's setup, or with its accounts at providers. */
const providerTroubles = ["no provider", "paused", "rate limited"] as const;
export type ProviderTrouble = (typeof providerTroubles)[number];

export function isProviderTrouble(type: AlertType): type is ProviderTrouble {
  return providerTroubles.some((one) => one === type);
}

export interface DeliveryAlert {
  type: AlertType;
  channel: Channel;
  text: string;
  advice: string;
  canBeDismissed: boolean;
}

interface Facts {
  type: AlertType;
  channel: Channel;
  address: string;
  /** True for Mila's owner. */
  isOwner: boolean;
}

export function alertInWords(facts: Facts): DeliveryAlert {
  const { type, channel } = facts;
  return { type, channel, ...words[type](facts), canBeDismissed: isProviderTrouble(type) };
}

type Words = Pick<DeliveryAlert, "text" | "advice">;

const words: Record<AlertType, (facts: Facts) => Words> = {
  "no provider": ({ channel, isOwner }) => {
    const who = isOwner
      ? "docs/settings.md explains how to set one up."
      : "Ask Mila's owner to set one up.";
    return {
      text: `Reminders can't be sent by ${channelFacts[channel].nameInSentence} yet: it isn't set up here.`,
      advice: `${who} Notifications on your devices need no provider.`,
    };
  },
  "no way": () => ({
    text: "I had no way to send you a reminder.",
    advice: "Turn on notifications on this device. They need nothing else.",
  }),
  "no device": () => ({
    text: "None of your devices shows Mila's notifications.",
    advice: "Turn them on again on each device, or turn notifications off.",
  }),
  "device refuses": ({ address }) => ({
    text: `Notifications to ${address} aren't arriving: its push service refuses them.`,
    advice: "Please remove the device, then turn notifications on there again.",
  }),
  "chat taken": () => ({
    text: "Your chat in Telegram was connected to someone else's account, so you get nothing there.",
    advice: "Please connect Telegram again, or choose another way.",
  }),
  "number taken": () => ({
    text: "Someone else's account confirmed your phone number, so I text you nothing there.",
    advice: "Please confirm your number again, or choose another way.",
  }),
  unconfirmed: ({ address }) => ({
    text: `${address} is waiting for its code.`,
    advice: "Please type in the code. Until then, I send nothing else there.",
  }),
  "grant gone": () => ({
    text: "Mila can no longer access your Google Calendar.",
    advice: "Please reconnect it in Calendar & Integrations. Your tasks will be added then.",
  }),
  "calendar gone": () => ({
    text: "The calendar for your tasks no longer exists.",
    advice: "Please choose another one in Calendar & Integrations. Your tasks will be added then.",
  }),
  paused: ({ channel, isOwner }) => ({
    text: `${channelFacts[channel].messages} are waiting: the provider doesn't accept Mila's account.`,
    advice: isOwner
      ? "Please check the provider's keys in Mila's settings. Nothing is lost: everything is sent once that's fixed."
      : "Please tell Mila's owner. Nothing is lost: everything is sent once that's fixed.",
  }),
  "rate limited": ({ channel }) => ({
    text: `${channelFacts[channel].messages} are waiting: the provider takes no more from Mila right now.`,
    advice: "Nothing for you to do. I try again every few minutes, and nothing is lost.",
  }),
  limit: ({ channel }) => ({
    text: `I can't send you more ${channelFacts[channel].nameInSentence} messages today.`,
    advice:
      "You've reached the daily limit. With Email as a Backup on, your messages go by email until tomorrow.",
  }),
  "opted out": (facts) => ({
    text: `Messages to ${facts.address} were stopped.`,
    advice: howToGetThemAgain(facts),
  }),
  unreachable: ({ channel, address }) => ({
    text: `Messages to ${address} aren't arriving.`,
    advice:
      channel === "email"
        ? "Please check the address, or choose another way. If it's right, send a test below."
        : "Please check the number.",
  }),
};

function howToGetThemAgain({ channel, isOwner }: Facts): string {
  if (channel === "telegram") return "To get them again, send START to Mila's bot.";
  if (channel !== "email") return "To get them again, text START to the number they came from.";
  const who = isOwner ? "remove" : "ask Mila's owner to remove";
  const allow = `${who} the address from the email provider's suppression list and send a test below`;
  return `Please choose another way, or ${allow}.`;
}
