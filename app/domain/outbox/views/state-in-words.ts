import { formatTime } from "#app/domain/core/time.ts";
import { mostOf } from "#app/domain/core/rate-limits/rules.server.ts";
import { limitSettings } from "#app/services/shares.server.ts";
import type { Channel, DeliveryState } from "#db/schema.ts";
import { isUnconfirmed, type Reason, reasonInWords, unconfirmedInWords } from "../reasons.ts";
import { channelNames } from "../rendering/channel-names.ts";
import { groupOf } from "../state.ts";
import { ownRules } from "../sending/limits.server.ts";

const ownLimit: Reason = "own_limit";

interface DeliverySummary {
  channel: Channel;
  state: DeliveryState;
  reason: string | null;
  notBefore: string;
  claimedAt: string | null;
  heldAt?: string | null;
  /** Asks whether a number or address is the user's own. */
  confirmsAddress?: boolean;
}

export function stateInWords(delivery: DeliverySummary, timeZone: string, now: string): string {
  const { state, notBefore, claimedAt } = delivery;
  const done = delivery.channel === "calendar" ? "Saved" : "Sent";
  const sent = claimedAt ? `${done} ${formatTime(claimedAt, timeZone)}` : done;
  switch (state) {
    case "ready":
      if (delivery.heldAt) return "Waiting for Mila's owner: a backup was restored";
      return notBefore > now ? `Scheduled for ${formatTime(notBefore, timeZone)}` : "On its way";
    case "sending":
      return "On its way";
    case "unknown":
      return "Not confirmed yet. I'm checking whether it was sent";
    case "sent":
      return isUnconfirmed(delivery) ? `${sent}, ${unconfirmedInWords}` : sent;
    case "delivered":
      return `${sent}, delivered`;
    case "undelivered":
      return `${sent}, but it didn't arrive. ${failureInWords(delivery)}`.trim();
    case "failed":
      return failureInWords(delivery) || reasonInWords(delivery.reason);
    case "cancelled":
      if (delivery.reason === ownLimit) return `Not sent: ${shareInWords(delivery.channel)}`;
      return reasonInWords(delivery.reason, { isToOneself: delivery.confirmsAddress });
    case "merged":
      return "Sent together with others";
    case "expired":
      return "Not sent: it was too late";
  }
}

function failureInWords({ channel, reason }: DeliverySummary): string {
  if (reason === "bad_address" && channel === "email") return reasonInWords("bad_email_address");
  return reason?.startsWith("bad_") ? reasonInWords(reason) : "";
}

/** Null while it may still arrive. */
export function problemInWords(
  message: Pick<DeliverySummary, "channel" | "state" | "reason"> & {
    not_before: string;
    claimed_at: string | null;
  },
  timeZone: string,
  now: string,
): string | null {
  const group = groupOf[message.state];
  if (message.state === "merged" || group === "waiting" || group === "sent") return null;
  const times = { notBefore: message.not_before, claimedAt: message.claimed_at };
  return stateInWords({ ...message, ...times }, timeZone, now);
}

/** "more than 200 emails today". Follows "Not sent: ". */
function shareInWords(channel: Channel): string {
  const rule = ownRules[channel];
  const most = rule ? mostOf(rule, limitSettings).toLocaleString("en-US") : "so many";
  if (channel === "email") return `more than ${most} emails today`;
  if (channel === "push") return `more than ${most} notifications to your devices today`;
  return `more than ${most} messages by ${channelNames[channel]} today`;
}
