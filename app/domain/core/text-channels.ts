import { channelsOf } from "#app/channels.ts";
import type { Channel } from "#db/schema.ts";

export const textChannels: Channel[] = channelsOf("text");
