import { createHash } from "node:crypto";
import { laterBy, secondsBetween } from "#app/domain/core/time.ts";
import type { PushMessage, PushTarget } from "#app/services/sending.ts";
import type { Message } from "../message.ts";
import type { Delivery, Instance } from "../preparation.ts";
import { renderNotification } from "./notification.ts";
import { truncate } from "./plain-words.ts";

const maxTitle = 100;
/** Fits a request of at most 4,096 bytes, in which a character may take four. */
const maxText = 400;
const maxTopic = 32;
const hoursWorthShowing = 24;
const minTtlSeconds = 60;

export function toPushMessage(
  { delivery, message, target }: { delivery: Delivery; message: Message; target: PushTarget },
  { origin }: Pick<Instance, "origin">,
  now: string,
): PushMessage {
  const { title, text, url } = renderNotification(message);
  const { push, buttons = [] } = message;
  const subject = push?.subject ?? delivery.cause;
  const usefulUntil =
    push?.usefulUntil ?? delivery.expires_at ?? laterBy(now, { hours: hoursWorthShowing });
  // People open Mila at more than one address, so links in notifications have no origin.
  const toPath = (link: string) =>
    link.startsWith(`${origin}/`) ? link.slice(origin.length) : link;
  return {
    deliveryId: delivery.id,
    channel: "push",
    ...target,
    content: {
      title: truncate(title, maxTitle),
      text: truncate(text, maxText),
      url: toPath(url ?? "/dashboard"),
      tag: subject,
      deliveryId: delivery.id,
      ...(push && { seenUrl: toPath(push.seenUrl) }),
      buttons: buttons.map((button) => ({ ...button, url: toPath(button.url) })),
    },
    ttlSeconds:
      usefulUntil > now ? Math.max(secondsBetween(now, usefulUntil), minTtlSeconds) : minTtlSeconds,
    urgency: push?.urgency ?? "normal",
    topic: createHash("sha256").update(subject).digest("base64url").slice(0, maxTopic),
  };
}
