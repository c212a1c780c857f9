import type { Progress } from "#app/services/sending.ts";
import type { Channel } from "#db/schema.ts";
import type { Delivery } from "../preparation.ts";
import { isUnconfirmed } from "../reasons.ts";
import { type Change, transitions } from "../state.ts";

interface Reported {
  providerId: string;
  progress: Progress;
}

/** Returns null for no change: states only move forward. */
export function afterReport(
  delivery: Delivery,
  { providerId, progress }: Reported,
): Change<"provider"> | { replacedBy: Channel } | null {
  if (!wasSent(delivery) || isOtherCopy(delivery, { providerId, progress })) return null;
  const columns = { provider_id: providerId };
  switch (progress.status) {
    case "underway":
      return delivery.state === "sent" && !isUnconfirmed(delivery)
        ? null
        : { transition: "reported_sent", columns };
    case "delivered":
      return { transition: "delivered", columns };
    case "undelivered": {
      const isEmail = delivery.channel === "email" && progress.reason === "bad_address";
      const reason = isEmail ? "bad_email_address" : progress.reason;
      return { transition: "undelivered", columns: { ...columns, reason } };
    }
    case "other_channel":
      return delivery.channel === progress.channel
        ? { transition: "undelivered", columns: { ...columns, reason: "refused" } }
        : { replacedBy: progress.channel };
  }
}

/** A delivery that is ready again may have reached the provider before. */
function wasSent({ state, attempts }: Delivery): boolean {
  const states: readonly string[] = transitions.delivered.from;
  return states.includes(state) && (state !== "ready" || attempts > 0);
}

/** After a second copy, the failure of one says nothing about the other. */
function isOtherCopy(
  { provider_id: sentAs }: Delivery,
  { providerId, progress }: Reported,
): boolean {
  return sentAs !== null && sentAs !== providerId && progress.status !== "delivered";
}
