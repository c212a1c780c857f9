import type { Channel } from "#db/schema.ts";

export type TroubleKind = "no provider" | "paused" | "opted out" | "unreachable";

/** Something that needs the user, as a banner says it. */
export interface Trouble {
  channel: Channel;
  text: string;
}

interface Facts {
  kind: TroubleKind;
  channel: Channel;
  /** As people write it. */
  address: string;
  /** Of the household: likely to be who runs this instance, or to know them. */
  isOwner: boolean;
}

const names: Record<Channel, string> = { sms: "SMS", whatsapp: "WhatsApp", email: "e-mail", calendar: "calendar" };

/** What is wrong and what to do about it, in two sentences. */
export function troubleInWords({ kind, channel, address, isOwner }: Facts): Trouble {
  const name = names[channel];
  const say = (text: string) => ({ channel, text });
  switch (kind) {
    case "no provider":
      return say(
        `I cannot send anything by ${name} yet: no provider is set up. ${isOwner ? "The README says how to set one up; until then" : "Whoever runs Mila can set one up; until then"} you find your reminders here.`,
      );
    case "paused":
      return say(
        `Messages by ${name} are waiting: the provider does not accept Mila's account. ${isOwner ? "Please check the provider's keys in Mila's settings." : "Please tell whoever runs Mila."}`,
      );
    case "opted out":
      return say(
        channel === "email"
          ? `Messages to ${address} were stopped. Use another way, or ask whoever runs Mila to allow that address again.`
          : `You have stopped messages to ${address}. To get them again, text START to the number they came from.`,
      );
    case "unreachable":
      return say(
        channel === "email"
          ? `Messages do not reach ${address}. Please check the address, or choose another way.`
          : `Messages do not reach ${address}. Please check the number.`,
      );
  }
}
