import { channelFacts } from "#app/channels.ts";
import { formatTime } from "#app/domain/core/time.ts";
import { limitOf } from "#app/domain/core/rate-limits/rules.server.ts";
import { limitSettings } from "#app/services/shares.server.ts";
import type { Channel, DeliveryState } from "#db/schema.ts";
import { isUnconfirmed, type Reason, reasonInWords, unconfirmedInWords } from "../reasons.ts";
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
  const { channel, claimedAt } = delivery;
  const done = channel === "calendar" ? "Saved" : "Sent";
  const sent = claimedAt ? `${done} ${formatTime(claimedAt, timeZone)}` : done;
  return words[delivery.state](delivery, { sent, timeZone, now });
}

interface Circumstances {
  /** "Sent 3:00 PM". */
  sent: string;
  timeZone: string;
  now: string;
}

const words: Record<DeliveryState, (delivery: DeliverySummary, around: Circumstances) => string> = {
  ready({ heldAt, notBefore }, { timeZone, now }) {
    if (heldAt) return "Waiting for Mila's owner: a backup was restored";
    return notBefore > now ? `Scheduled for ${formatTime(notBefore, timeZone)}` : "On its way";
  },
  sending: () => "On its way",
  unknown: () => "Not confirmed yet. I'm checking whether it was sent",
  sent: (delivery, { sent }) => (isUnconfirmed(delivery) ? `${sent}, ${unconfirmedInWords}` : sent),
  delivered: (_, { sent }) => `${sent}, delivered`,
  undelivered: (delivery, { sent }) =>
    `${sent}, but it didn't arrive. ${failureInWords(delivery)}`.trim(),
  failed: (delivery) => failureInWords(delivery) || reasonInWords(delivery.reason),
  cancelled({ channel, reason, confirmsAddress }) {
    if (reason === ownLimit) return `Not sent: ${shareInWords(channel)}`;
    return reasonInWords(reason, { isToOneself: confirmsAddress });
  },
  merged: () => "Sent together with others",
  expired: () => "Not sent: it was too late",
};

function failureInWords({ channel, reason }: DeliverySummary): string {
  if (reason === "bad_address" && channel === "email") return reasonInWords("bad_email_address");
  return reason?.startsWith("bad_") ? reasonInWords(reason) : "";
}

/** Returns null while the message may still arrive. */
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

/** Returns "more than 200 emails today", which follows "Not sent: ". */
function shareInWords(channel: Channel): string {
  const rule = ownRules[channel];
  const most = rule ? limitOf(rule, limitSettings).toLocaleString("en-US") : "so many";
  if (channel === "email") return `more than ${most} emails today`;
  if (channel === "push") return `more than ${most} notifications to your devices today`;
  return `more than ${most} messages by ${channelFacts[channel].nameInSentence} today`;
}
