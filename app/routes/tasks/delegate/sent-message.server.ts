import { setTimeout as sleep } from "node:timers/promises";
import { isUnconfirmed, reasonInWords, unconfirmedInWords } from "#app/domain/outbox/reasons.ts";
import { findMessagesAbout } from "#app/domain/outbox/views/about-subject.server.ts";
import type { Channel } from "#db/schema.ts";
import { database } from "#db/connection.server.ts";

/**
 * Messages are normally sent within 2 s. A busy machine needs longer, and "queued" tells people
 * less.
 */
const timeoutMs = 5_000;
const pollEveryMs = 100;

/** Requests to family members use only these channels. */
const messageNames: Partial<Record<Channel, string>> = {
  sms: "SMS",
  whatsapp: "WhatsApp message",
  email: "Email",
};

interface SentMessage {
  status: "sent" | "queued" | "not_sent";
  message: string;
}

type RequestDelivery = Awaited<ReturnType<typeof findMessagesAbout>>[number];

/** Returns at once for a link, for which Mila sends nothing. */
export async function waitForDelivery(delegationId: string): Promise<SentMessage> {
  const deadline = Date.now() + timeoutMs;
  let delivery: RequestDelivery | undefined;
  do {
    [delivery] = await findMessagesAbout(database(), "delegation_request", [delegationId]);
    if (!delivery || !["ready", "sending"].includes(delivery.state)) break;
    await sleep(pollEveryMs);
  } while (Date.now() < deadline);
  return delivery
    ? describeDelivery(delivery)
    : { status: "sent", message: "Now send them the link" };
}

function describeDelivery({ channel, state, reason }: RequestDelivery): SentMessage {
  switch (state) {
    case "sent":
    case "delivered": {
      const how = isUnconfirmed({ state, reason })
        ? `sent, ${unconfirmedInWords}`
        : "sent successfully";
      return { status: "sent", message: `${messageNames[channel]} ${how}` };
    }
    case "ready":
    case "sending":
    case "unknown":
    case "merged":
      return { status: "queued", message: `${messageNames[channel]} on its way` };
    case "undelivered":
    case "failed":
    case "cancelled":
    case "expired":
      return { status: "not_sent", message: reasonInWords(reason) };
  }
}
