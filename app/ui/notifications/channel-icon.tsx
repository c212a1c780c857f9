import { channelFacts } from "#app/channels.ts";
import type { Channel } from "#db/schema.ts";
import { Icon } from "../icons/icon.tsx";

export function ChannelIcon({ channel }: { channel: Channel }) {
  return <Icon name={channelFacts[channel].icon} />;
}
