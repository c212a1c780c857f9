const whatsappPrefix = "whatsapp:";

export function addressOf(channel: "sms" | "whatsapp", number: string): string {
  return channel === "whatsapp" ? whatsappPrefix + number : number;
}

export function parseAddress(address: string): { channel: "sms" | "whatsapp"; number: string } {
  if (!address.startsWith(whatsappPrefix)) return { channel: "sms", number: address };
  return { channel: "whatsapp", number: address.slice(whatsappPrefix.length) };
}
