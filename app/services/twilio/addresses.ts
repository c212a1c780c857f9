const whatsappPrefix = "whatsapp:";

/** A number (E.164) as Twilio addresses it by this channel. */
export function addressOf(channel: "sms" | "whatsapp", number: string): string {
  return channel === "whatsapp" ? whatsappPrefix + number : number;
}

/** The number (E.164) and the channel of an address. */
export function parseAddress(address: string): { channel: "sms" | "whatsapp"; number: string } {
  if (!address.startsWith(whatsappPrefix)) return { channel: "sms", number: address };
  return { channel: "whatsapp", number: address.slice(whatsappPrefix.length) };
}
