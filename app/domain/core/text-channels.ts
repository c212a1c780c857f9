import type { Channel } from "#db/schema.ts";

/** By which texts go to a phone. */
export const textChannels: Channel[] = ["sms", "whatsapp"];
