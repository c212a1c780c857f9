import type { Channel } from "#db/schema.ts";

export type AlertType = "no provider" | "paused" | "opted out" | "unreachable" | "grant gone" | "calendar gone";

export interface DeliveryAlert {
  channel: Channel;
  text: string;
  advice: string;
}

interface Facts {
  type: AlertType;
  channel: Channel;
  address: string;
  /** The household's owner is likely to run this Mila, or to know who does. */
  isOwner: boolean;
}

const names: Record<Channel, string> = { sms: "SMS", whatsapp: "WhatsApp", email: "e-mail", calendar: "calendar" };

export function alertInWords({ type, channel, address, isOwner }: Facts): DeliveryAlert {
  const name = names[channel];
  const isEmail = channel === "email";
  switch (type) {
    case "no provider": {
      const text = `Reminders cannot go out by ${name} yet: no provider is set up.`;
      const who = isOwner ? "The README says how to set one up." : "Whoever runs Mila can set one up.";
      return { channel, text, advice: `${who} Until then you find your reminders here in Mila.` };
    }
    case "grant gone": {
      const advice = "Please connect it again under Calendar & Integrations. What waits goes there then.";
      return { channel, text: "Google does not let Mila into your calendar any more.", advice };
    }
    case "calendar gone": {
      const advice = "Please choose another under Calendar & Integrations. What waits goes there then.";
      return { channel, text: "The calendar that your tasks go to is not there any more.", advice };
    }
    case "paused": {
      const what = channel === "calendar" ? "Entries for Google Calendar" : `Messages by ${name}`;
      const text = `${what} are waiting: the provider does not accept Mila's account.`;
      const advice = isOwner
        ? "Please check the provider's keys in Mila's settings. Nothing is lost: what waits goes out then."
        : "Please tell whoever runs Mila. Nothing is lost: what waits goes out then.";
      return { channel, text, advice };
    }
    case "opted out": {
      const text = `Messages to ${address} were stopped.`;
      if (!isEmail) {
        return { channel, text, advice: "To get them again, text START to the number that they came from." };
      }
      const who = isOwner ? "take" : "ask whoever runs Mila to take";
      const allow = `${who} the address off the e-mail provider's suppression list and then send a test below`;
      return { channel, text, advice: `Please choose another way, or ${allow}.` };
    }
    case "unreachable": {
      const advice = isEmail
        ? "Please check the address, or choose another way. If it is right, send a test below."
        : "Please check the number.";
      return { channel, text: `Messages do not reach ${address}.`, advice };
    }
  }
}
