import type { Claimed } from "./claim.server.ts";
import { fits } from "../rendering/fit-text.ts";
import { renderEmail } from "../rendering/email-layout.ts";
import { renderNotification } from "../rendering/notification.ts";
import { toPushMessage } from "../rendering/push-message.ts";
import type { Email } from "../message.ts";
import type { Delivery, Instance } from "../preparation.ts";
import { carries, channelFacts } from "#app/channels.ts";
import { decrypt } from "#app/domain/core/encryption.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { Channel } from "#db/schema.ts";
import type { FindableMessage, OutgoingMessage } from "#app/services/providers.server.ts";

export function toProviderMessage(
  { target, ...claimed }: Claimed,
  instance: Instance,
): OutgoingMessage {
  const { delivery, message } = claimed;
  if (!target || "eventId" in message) return toFindableMessage(claimed, instance);
  const email = withOtherWay(message.email, delivery.stands_in_for);
  return toPushMessage({ delivery, message: { ...message, email }, target }, instance, nowIso());
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
    const email = withOtherWay(message.email, delivery.stands_in_for, "by email");
    return { deliveryId, channel, to, subject: email.subject, ...renderEmail(email) };
  }
  if (channel === "calendar") throw new Error("A calendar delivery needs a calendar entry");
  if (channel === "push") throw new Error("A message by push needs a device");
  if (carries(channel, "notification")) {
    const email = withOtherWay(message.email, delivery.stands_in_for);
    const { buttons = [] } = message;
    return { deliveryId, channel, to, ...renderNotification({ ...message, email }), buttons };
  }
  const { templateVariables } = message;
  const text = withOtherWayInText(message.text, delivery.stands_in_for);
  const statusCallback = instance.isPublic
    ? `${instance.origin}/webhooks/twilio/status?${new URLSearchParams({ delivery: deliveryId })}`
    : null;
  return { deliveryId, channel, to, text, templateVariables, statusCallback };
}

function withOtherWay(
  email: Email,
  standsInFor: Delivery["stands_in_for"],
  how: string = "here",
): Email {
  return standsInFor
    ? { ...email, body: [...email.body, `You get this ${how} ${whyOther(standsInFor)}.`] }
    : email;
}

/** Adds the note only if the text has room for it. */
function withOtherWayInText(text: string, standsInFor: Delivery["stands_in_for"]): string {
  const longer = standsInFor ? `${text} Sent here ${whyOther(standsInFor)}.` : text;
  return fits(longer) ? longer : text;
}

function whyOther(channel: Channel): string {
  return `because ${channel === "push" ? "notifications" : channelFacts[channel].nameInSentence} didn't work`;
}
