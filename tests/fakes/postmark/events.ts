import type { Models } from "postmark";
import type { AcceptedEmail } from "./state.ts";
import { bounceIds, type Fate } from "./webhooks.ts";

type MessageEvent = Models.OutboundMessageDetails["MessageEvents"][number];

/** Lists an email's events as its details do: values are text, and the bounce type is elsewhere. */
export function eventsOf({ message, fates }: AcceptedEmail): MessageEvent[] {
  const ReceivedAt = new Date().toISOString();
  return fates
    .flatMap(eventsOfFate)
    .map((event) => ({ Recipient: message.To ?? "", ReceivedAt, ...event }));
}

export function bounceTypeOf(id: string): string | undefined {
  return Object.entries(bounceIds).find(([, known]) => String(known) === id)?.[0];
}

function eventsOfFate(fate: Fate): Pick<MessageEvent, "Type" | "Details">[] {
  const suppressed = {
    Type: "SubscriptionChanged",
    Details: { Origin: "Recipient", SuppressSending: "True" },
  };
  if (fate === "Delivery")
    return [{ Type: "Delivered", Details: { DeliveryMessage: "smtp;250 2.0.0 OK" } }];
  if (fate === "Open") return [{ Type: "Opened", Details: { Summary: "Email opened" } }];
  if (fate === "SpamComplaint") return [suppressed];
  const bounced = {
    Type: "Bounced",
    Details: { Summary: "smtp;550", BounceID: String(bounceIds[fate]) },
  };
  return fate === "HardBounce" ? [bounced, suppressed] : [bounced];
}
