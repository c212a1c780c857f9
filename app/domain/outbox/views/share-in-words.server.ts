import { mostOf } from "#app/domain/core/rate-limits/rules.server.ts";
import { limitSettings } from "#app/services/shares.server.ts";
import type { Channel } from "#db/schema.ts";
import { channelNames } from "../rendering/channel-names.ts";
import { ownRules } from "../sending/limits.server.ts";

/** "more than 200 emails today". Follows "Not sent: ". */
export function shareInWords(channel: Channel): string {
  const rule = ownRules[channel];
  const most = rule ? mostOf(rule, limitSettings).toLocaleString("en-US") : "so many";
  if (channel === "email") return `more than ${most} emails today`;
  if (channel === "push") return `more than ${most} notifications to your devices today`;
  return `more than ${most} messages by ${channelNames[channel]} today`;
}
