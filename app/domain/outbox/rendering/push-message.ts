import { createHash } from "node:crypto";
import { laterBy, secondsBetween } from "#app/domain/core/time.ts";
import type { PushMessage, PushTarget } from "#app/services/sending.ts";
import type { EmailBlock, Message } from "../message.ts";
import type { Delivery, Instance } from "../preparation.ts";
import { truncate } from "./plain-words.ts";

const maxTitle = 100;
/** In a request of at most 4,096 bytes, of which a character may take four. */
const maxBody = 400;
const maxTopic = 32;
const hoursWorthShowing = 24;
const minTtlSeconds = 60;

export function toPushMessage(
  { delivery, message, target }: { delivery: Delivery; message: Message; target: PushTarget },
  { origin }: Pick<Instance, "origin">,
  now: string,
): PushMessage {
  const { email, push } = message;
  const subject = push?.subject ?? delivery.cause;
  const usefulUntil = push?.usefulUntil ?? delivery.expires_at ?? laterBy(now, { hours: hoursWorthShowing });
  const link = new URL(email.button?.url ?? "/dashboard", origin);
  return {
    deliveryId: delivery.id,
    channel: "push",
    ...target,
    content: {
      title: truncate(email.heading, maxTitle),
      body: truncate(email.body.map(toText).join("\n"), maxBody),
      // People open Mila at more than one address.
      url: link.origin === origin ? link.pathname + link.search : link.href,
      tag: subject,
      deliveryId: delivery.id,
      ...(push && { seenUrl: push.seenUrl }),
      actions: push?.actions ?? [],
    },
    ttlSeconds: usefulUntil > now ? Math.max(secondsBetween(now, usefulUntil), minTtlSeconds) : minTtlSeconds,
    urgency: push?.urgency ?? "normal",
    topic: createHash("sha256").update(subject).digest("base64url").slice(0, maxTopic),
  };
}

function toText(block: EmailBlock): string {
  if (typeof block === "string") return block;
  return Array.isArray(block) ? block.join("\n") : block.heading;
}
