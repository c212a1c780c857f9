import { z } from "zod";
import { readEach } from "../transport/read-each.ts";
import { queryPostmark, type PostmarkServer } from "./client.server.ts";
import { progressOfBounce } from "./bounces.ts";
import type { EmailProgress, Progress } from "../sending.ts";

/** See https://postmarkapp.com/developer/api/messages-api#outbound-message-details. */
const details = z.object({
  MessageEvents: readEach(
    z.object({
      Type: z.string(),
      Recipient: z.string().trim().toLowerCase(),
      Details: z
        .object({
          BounceID: z
            .union([z.number(), z.string().regex(/^\d+$/).transform(Number)])
            .nullish()
            .catch(null),
          SuppressSending: z.union([z.string(), z.boolean()]).nullish(),
        })
        .nullish(),
    }),
  ),
});
const bounce = z.object({ Type: z.string() });

type MessageEvent = z.infer<typeof details>["MessageEvents"]["read"][number];

const underway: Progress = { status: "underway" };

export async function emailProgress(
  server: PostmarkServer,
  providerId: string,
): Promise<EmailProgress> {
  const answer = await queryPostmark(server, (client) =>
    client.getOutboundMessageDetails(encodeURIComponent(providerId)),
  );
  const events = details.safeParse(answer).data?.MessageEvents.read ?? [];
  return { to: events[0]?.Recipient ?? null, progress: await progressOf(server, events) };
}

async function progressOf(server: PostmarkServer, events: MessageEvent[]): Promise<Progress> {
  const bounced = events.findLast(({ Type }) => Type === "Bounced");
  if (bounced) {
    const type = await bounceType(server, bounced);
    if (!type) return underway;
    const progress = progressOfBounce(type);
    if (progress.status !== "underway") return progress;
  }
  // A hard bounce also ends the subscription; without one, the recipient unsubscribed.
  if (!bounced && events.some(isUnsubscribed))
    return { status: "undelivered", reason: "opted_out" };
  return events.some(({ Type }) => Type === "Delivered") ? { status: "delivered" } : underway;
}

/** Bounce events lack the bounce type. */
async function bounceType(
  server: PostmarkServer,
  { Details }: MessageEvent,
): Promise<string | null> {
  const id = Details?.BounceID;
  if (!id) return null;
  const answer = await queryPostmark(server, (client) => client.getBounce(id));
  return bounce.safeParse(answer).data?.Type ?? null;
}

function isUnsubscribed({ Type, Details }: MessageEvent): boolean {
  return (
    Type === "SubscriptionChanged" && String(Details?.SuppressSending).toLowerCase() === "true"
  );
}
