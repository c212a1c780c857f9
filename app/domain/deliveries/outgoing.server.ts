import type { Claimed } from "./claim.server.ts";
import { renderEmail } from "./email-layout.ts";
import type { Instance } from "./preparation.ts";
import type { EmailMessage, TextMessage } from "#app/services/sending.ts";

/** The message in the form in which its provider takes it. */
export function outgoing(
  { delivery, to, message }: Pick<Claimed, "delivery" | "to" | "message">,
  instance: Instance,
): TextMessage | EmailMessage {
  const deliveryId = delivery.id;
  if (delivery.channel === "email") {
    return { deliveryId, channel: "email", to, subject: message.email.subject, ...renderEmail(message.email) };
  }
  if (delivery.channel === "calendar") throw new Error("A calendar entry is no message");
  const { text, templateVariables } = message;
  const statusCallback = instance.isPublic
    ? `${instance.origin}/webhooks/twilio/status?${new URLSearchParams({ delivery: deliveryId })}`
    : null;
  return { deliveryId, channel: delivery.channel, to, text, templateVariables, statusCallback };
}
