import type { Channel } from "#db/schema.ts";

export const textChannels: Channel[] = ["sms", "whatsapp"];
