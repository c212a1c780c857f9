import { messageShares } from "#app/services/shares.server.ts";
import type { Channel } from "#db/schema.ts";
import { channelNames } from "../rendering/channel-names.ts";

/** "more than 200 emails today". Follows "Not sent: ". */
export function shareInWords(channel: Channel): string {
  const most = messageShares[channel]?.toLocaleString("en-US") ?? "so many";
  if (channel === "email") return `more than ${most} emails today`;
  if (channel === "push") return `more than ${most} notifications to your devices today`;
  return `more than ${most} messages by ${channelNames[channel]} today`;
}
