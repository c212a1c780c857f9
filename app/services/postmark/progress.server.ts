import { z } from "zod";
import { queryPostmark, type PostmarkServer } from "./client.server.ts";
import { progressOfBounce } from "./bounces.ts";
import type { EmailProgress, Progress } from "../sending.ts";

/** The fields used of a message's details (https://postmarkapp.com/developer/api/messages-api#outbound-message-details). */
const details = z.object({
  MessageEvents: z.array(
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

type MessageEvent = z.infer<typeof details>["MessageEvents"][number];

const underway: Progress = { status: "underway" };

/** How far an email has come, for instances that Postmark cannot report to; underway when it does not say. */
export async function emailProgress(server: PostmarkServer, providerId: string): Promise<EmailProgress> {
  const answer = await queryPostmark(server, (client) =>
    client.getOutboundMessageDetails(encodeURIComponent(providerId)),
  );
  const events = details.safeParse(answer).data?.MessageEvents ?? [];
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
  // A hard bounce ends the subscription as well: without one, it was the recipient's wish.
  if (!bounced && events.some(isUnsubscribed)) return { status: "undelivered", reason: "opted_out" };
  return events.some(({ Type }) => Type === "Delivered") ? { status: "delivered" } : underway;
}

/** The event does not name the type of its bounce, which Postmark is asked for; null when it does not say. */
async function bounceType(server: PostmarkServer, { Details }: MessageEvent): Promise<string | null> {
  const id = Details?.BounceID;
  if (!id) return null;
  const answer = await queryPostmark(server, (client) => client.getBounce(id));
  return bounce.safeParse(answer).data?.Type ?? null;
}

function isUnsubscribed({ Type, Details }: MessageEvent): boolean {
  return Type === "SubscriptionChanged" && String(Details?.SuppressSending).toLowerCase() === "true";
}
