import type { Channel } from "#db/schema.ts";
import { channelNames } from "../rendering/channel-names.ts";

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

/** They tell of how this Mila is set up, or of its accounts with providers. */
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
  /** Of this Mila. */
  isOwner: boolean;
}

const waiting: Record<Channel, string> = {
  push: "Notifications",
  ntfy: "Notifications by ntfy",
  telegram: "Telegram messages",
  sms: "SMS messages",
  whatsapp: "WhatsApp messages",
  email: "Emails",
  calendar: "Google Calendar events",
};

export function alertInWords(facts: Facts): DeliveryAlert {
  const { type, channel } = facts;
  return { type, channel, ...wordsFor(facts), canBeDismissed: isProviderTrouble(type) };
}

function wordsFor({
  type,
  channel,
  address,
  isOwner,
}: Facts): Pick<DeliveryAlert, "text" | "advice"> {
  const name = channelNames[channel];
  const isEmail = channel === "email";
  switch (type) {
    case "no provider": {
      const text = `Reminders can't be sent by ${name} yet: no provider is set up.`;
      const who = isOwner
        ? "The README explains how to set one up."
        : "Ask Mila's owner to set one up.";
      return { text, advice: `${who} Notifications on your devices need no provider.` };
    }
    case "no way": {
      const text = "I had no way to send you a reminder.";
      return { text, advice: "Turn on notifications on this device. They need nothing else." };
    }
    case "no device": {
      const text = "None of your devices shows Mila's notifications.";
      return { text, advice: "Turn them on again on each device, or turn notifications off." };
    }
    case "device refuses": {
      const text = `Notifications to ${address} aren't arriving: its push service refuses them.`;
      return { text, advice: "Please remove the device, then turn notifications on there again." };
    }
    case "chat taken": {
      const text =
        "Your chat in Telegram was connected to someone else's account, so you get nothing there.";
      return { text, advice: "Please connect Telegram again, or choose another way." };
    }
    case "number taken": {
      const text =
        "Someone else's account confirmed your phone number, so I text you nothing there.";
      return { text, advice: "Please confirm your number again, or choose another way." };
    }
    case "unconfirmed": {
      const advice = "Please type in the code. Until then, I send nothing else there.";
      return { text: `${address} is waiting for its code.`, advice };
    }
    case "grant gone": {
      const advice =
        "Please reconnect it in Calendar & Integrations. Your tasks will be added then.";
      return { text: "Mila can no longer access your Google Calendar.", advice };
    }
    case "calendar gone": {
      const advice =
        "Please choose another one in Calendar & Integrations. Your tasks will be added then.";
      return { text: "The calendar for your tasks no longer exists.", advice };
    }
    case "paused": {
      const text = `${waiting[channel]} are waiting: the provider doesn't accept Mila's account.`;
      const advice = isOwner
        ? "Please check the provider's keys in Mila's settings. Nothing is lost: everything is sent once that's fixed."
        : "Please tell Mila's owner. Nothing is lost: everything is sent once that's fixed.";
      return { text, advice };
    }
    case "rate limited": {
      const text = `${waiting[channel]} are waiting: the provider takes no more from Mila right now.`;
      return {
        text,
        advice: "Nothing for you to do. I try again every few minutes, and nothing is lost.",
      };
    }
    case "limit": {
      const why =
        "You've reached the daily limit. With Email as a Backup on, your messages go by email until tomorrow.";
      return { text: `I can't send you more ${name} messages today.`, advice: why };
    }
    case "opted out": {
      const text = `Messages to ${address} were stopped.`;
      if (channel === "telegram") {
        return { text, advice: "To get them again, send START to Mila's bot." };
      }
      if (!isEmail) {
        return { text, advice: "To get them again, text START to the number they came from." };
      }
      const who = isOwner ? "remove" : "ask Mila's owner to remove";
      const allow = `${who} the address from the email provider's suppression list and send a test below`;
      return { text, advice: `Please choose another way, or ${allow}.` };
    }
    case "unreachable": {
      const advice = isEmail
        ? "Please check the address, or choose another way. If it's right, send a test below."
        : "Please check the number.";
      return { text: `Messages to ${address} aren't arriving.`, advice };
    }
  }
}
