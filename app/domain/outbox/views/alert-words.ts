import type { Channel } from "#db/schema.ts";

export type AlertType =
  | "no provider"
  | "paused"
  | "rate limited"
  | "opted out"
  | "unreachable"
  | "limit"
  | "grant gone"
  | "calendar gone"
  | "unconfirmed";

export interface DeliveryAlert {
  channel: Channel;
  text: string;
  advice: string;
}

interface Facts {
  type: AlertType;
  channel: Channel;
  address: string;
  /** A household's owner probably runs this Mila, or knows who does. */
  isOwner: boolean;
}

const names: Record<Channel, string> = { sms: "SMS", whatsapp: "WhatsApp", email: "email", calendar: "calendar" };

const waiting: Record<Channel, string> = {
  sms: "SMS messages",
  whatsapp: "WhatsApp messages",
  email: "Emails",
  calendar: "Google Calendar events",
};

export function alertInWords({ type, channel, address, isOwner }: Facts): DeliveryAlert {
  const name = names[channel];
  const isEmail = channel === "email";
  switch (type) {
    case "no provider": {
      const text = `Reminders can't be sent by ${name} yet: no provider is set up.`;
      const who = isOwner ? "The README explains how to set one up." : "Ask Mila's owner to set one up.";
      return { channel, text, advice: `${who} Until then, you'll find your reminders here in Mila.` };
    }
    case "unconfirmed": {
      const advice = "Please type in the code. Until then, I send nothing else there.";
      return { channel, text: `${address} is waiting for its code.`, advice };
    }
    case "grant gone": {
      const advice = "Please reconnect it in Calendar & Integrations. Your tasks will be added then.";
      return { channel, text: "Mila can no longer access your Google Calendar.", advice };
    }
    case "calendar gone": {
      const advice = "Please choose another one in Calendar & Integrations. Your tasks will be added then.";
      return { channel, text: "The calendar for your tasks no longer exists.", advice };
    }
    case "paused": {
      const text = `${waiting[channel]} are waiting: the provider doesn't accept Mila's account.`;
      const advice = isOwner
        ? "Please check the provider's keys in Mila's settings. Nothing is lost: everything is sent once that's fixed."
        : "Please tell Mila's owner. Nothing is lost: everything is sent once that's fixed.";
      return { channel, text, advice };
    }
    case "rate limited": {
      const text = `${waiting[channel]} are waiting: the provider takes no more from Mila right now.`;
      return { channel, text, advice: "Nothing for you to do. I try again every few minutes, and nothing is lost." };
    }
    case "limit": {
      const why =
        "You've reached the daily limit. With Email as a Backup on, your messages go by email until tomorrow.";
      return { channel, text: `I can't send you more ${name} messages today.`, advice: why };
    }
    case "opted out": {
      const text = `Messages to ${address} were stopped.`;
      if (!isEmail) {
        return { channel, text, advice: "To get them again, text START to the number they came from." };
      }
      const who = isOwner ? "remove" : "ask Mila's owner to remove";
      const allow = `${who} the address from the email provider's suppression list and send a test below`;
      return { channel, text, advice: `Please choose another way, or ${allow}.` };
    }
    case "unreachable": {
      const advice = isEmail
        ? "Please check the address, or choose another way. If it's right, send a test below."
        : "Please check the number.";
      return { channel, text: `Messages to ${address} aren't arriving.`, advice };
    }
  }
}
