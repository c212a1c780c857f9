import { z } from "zod";
import { askPostmark, type PostmarkServer } from "./emails.server.ts";
import { progressOfBounce } from "./bounces.ts";
import type { EmailProgress, Progress } from "../sending.ts";

/** What is needed of a message's details (https://postmarkapp.com/developer/api/messages-api#outbound-message-details). */
const details = z.object({
  MessageEvents: z.array(
    z.object({
      Type: z.string(),
      Recipient: z.string().trim().toLowerCase(),
      Details: z
        .object({
          BounceID: z.union([z.string(), z.number()]).nullish(),
          SuppressSending: z.union([z.string(), z.boolean()]).nullish(),
        })
        .nullish(),
    }),
  ),
});
const bounce = z.object({ Type: z.string() });

type MessageEvent = z.infer<typeof details>["MessageEvents"][number];

const underway: Progress = { is: "underway" };

/** How far an e-mail has come, for instances that Postmark cannot report to; underway when it does not say. */
export async function emailProgress(server: PostmarkServer, providerId: string): Promise<EmailProgress> {
  const answer = await askPostmark(server, `/messages/outbound/${encodeURIComponent(providerId)}/details`);
  const events = details.safeParse(answer).data?.MessageEvents ?? [];
  return { to: events[0]?.Recipient ?? null, progress: await progressOf(server, events) };
}

async function progressOf(server: PostmarkServer, events: MessageEvent[]): Promise<Progress> {
  const bounced = events.findLast(({ Type }) => Type === "Bounced");
  if (bounced) {
    const type = await bounceType(server, bounced);
    if (!type) return underway;
    const progress = progressOfBounce(type);
    if (progress.is !== "underway") return progress;
  }
  // A hard bounce ends the subscription as well: only without one has somebody said so.
  if (!bounced && events.some(isUnsubscribed)) return { is: "undelivered", reason: "opted_out" };
  return events.some(({ Type }) => Type === "Delivered") ? { is: "delivered" } : underway;
}

/** The event itself does not say what kind it was; null when Postmark does not say it either. */
async function bounceType(server: PostmarkServer, { Details }: MessageEvent): Promise<string | null> {
  if (!Details?.BounceID) return null;
  const answer = await askPostmark(server, `/bounces/${encodeURIComponent(Details.BounceID)}`);
  return bounce.safeParse(answer).data?.Type ?? null;
}

function isUnsubscribed({ Type, Details }: MessageEvent): boolean {
  return Type === "SubscriptionChanged" && String(Details?.SuppressSending).toLowerCase() === "true";
}
