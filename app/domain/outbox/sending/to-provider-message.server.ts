import type { Claimed } from "./claim.server.ts";
import { renderEmail } from "../rendering/email-layout.ts";
import type { Instance } from "../preparation.ts";
import { decrypt } from "#app/domain/core/encryption.server.ts";
import type { OutgoingMessage } from "#app/services/providers.server.ts";

export function toProviderMessage(
  { delivery, to, message }: Pick<Claimed, "delivery" | "to" | "message">,
  instance: Instance,
): OutgoingMessage {
  const deliveryId = delivery.id;
  if ("eventId" in message) {
    const { sealedToken, userId, ...entry } = message;
    const refreshToken = decrypt(instance.encryptionKey, sealedToken, userId);
    return { deliveryId, channel: "calendar", refreshToken, ...entry };
  }
  if (delivery.channel === "email") {
    return { deliveryId, channel: "email", to, subject: message.email.subject, ...renderEmail(message.email) };
  }
  if (delivery.channel === "calendar") throw new Error("A calendar delivery needs a calendar entry");
  const { text, templateVariables } = message;
  const statusCallback = instance.isPublic
    ? `${instance.origin}/webhooks/twilio/status?${new URLSearchParams({ delivery: deliveryId })}`
    : null;
  return { deliveryId, channel: delivery.channel, to, text, templateVariables, statusCallback };
}
