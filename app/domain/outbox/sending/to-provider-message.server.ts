import type { Claimed } from "./claim.server.ts";
import { renderEmail } from "../rendering/email-layout.ts";
import { toPushMessage } from "../rendering/push-message.ts";
import type { Email } from "../message.ts";
import type { Delivery, Instance } from "../preparation.ts";
import { decrypt } from "#app/domain/core/encryption.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { FindableMessage, OutgoingMessage } from "#app/services/providers.server.ts";

export function toProviderMessage({ target, ...claimed }: Claimed, instance: Instance): OutgoingMessage {
  const { delivery, message } = claimed;
  if (!target || "eventId" in message) return toFindableMessage(claimed, instance);
  return toPushMessage({ delivery, message, target }, instance, nowIso());
}

export function toFindableMessage(
  { delivery, to, message }: Pick<Claimed, "delivery" | "to" | "message">,
  instance: Instance,
): FindableMessage {
  const { id: deliveryId, channel } = delivery;
  if ("eventId" in message) {
    const { sealedToken, userId, ...entry } = message;
    const refreshToken = decrypt(instance.encryptionKey, sealedToken, userId);
    return { deliveryId, channel: "calendar", refreshToken, ...entry };
  }
  if (channel === "email") {
    const email = withOtherWay(message.email, delivery.stands_in_for);
    return { deliveryId, channel, to, subject: email.subject, ...renderEmail(email) };
  }
  if (channel === "calendar") throw new Error("A calendar delivery needs a calendar entry");
  if (channel === "push") throw new Error("A message by push needs a device");
  const { text, templateVariables } = message;
  const statusCallback = instance.isPublic
    ? `${instance.origin}/webhooks/twilio/status?${new URLSearchParams({ delivery: deliveryId })}`
    : null;
  return { deliveryId, channel, to, text, templateVariables, statusCallback };
}

const didNotWork = {
  push: "notifications",
  sms: "SMS",
  whatsapp: "WhatsApp",
  email: "email",
  calendar: "calendar",
};

function withOtherWay(email: Email, standsInFor: Delivery["stands_in_for"]): Email {
  if (!standsInFor) return email;
  const why = `You get this by email because ${didNotWork[standsInFor]} didn't work.`;
  return { ...email, body: [...email.body, why] };
}
