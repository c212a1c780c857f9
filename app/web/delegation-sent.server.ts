import { setTimeout as wait } from "node:timers/promises";
import { findRequestDelivery, type RequestDelivery } from "#app/domain/delegation/views/request-delivery.server.ts";
import { reasonInWords } from "#app/domain/outbox/reasons.ts";
import { database } from "#db/connection.server.ts";

/** A message leaves within two seconds, as long as nothing is wrong. */
const patienceMs = 2_500;
const lookEveryMs = 100;

const words = { sms: "SMS", whatsapp: "WhatsApp message", email: "E-mail", calendar: "Calendar entry" } as const;

/** What can be said of a request's message, in truth: that it was sent, that it is queued, or why it was not. */
export interface Sent {
  is: "sent" | "queued" | "not_sent";
  message: string;
}

/** Waits for the worker for as long as somebody likes to wait for an answer. */
export async function howItWasSent(delegationId: string): Promise<Sent> {
  const patientUntil = Date.now() + patienceMs;
  let delivery: RequestDelivery | undefined;
  do {
    delivery = await findRequestDelivery(database(), delegationId);
    if (!delivery || !["ready", "sending"].includes(delivery.state)) break;
    await wait(lookEveryMs);
  } while (Date.now() < patientUntil);
  return delivery ? inWords(delivery) : { is: "sent", message: "Now send them the link" };
}

function inWords({ channel, state, reason }: RequestDelivery): Sent {
  switch (state) {
    case "sent":
    case "delivered":
      return { is: "sent", message: `${words[channel]} sent successfully` };
    case "ready":
    case "sending":
    case "unknown":
    case "merged":
      return { is: "queued", message: `${words[channel]} queued` };
    case "undelivered":
    case "failed":
    case "cancelled":
    case "expired":
      return { is: "not_sent", message: reasonInWords(reason) };
  }
}
