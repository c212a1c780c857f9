import { z } from "#app/domain/core/zod.ts";
import type { Channel } from "#db/schema.ts";

/** One queue a channel, so that a slow or limited provider holds up its own messages only. */
export const queues: Record<Channel, { concurrency: number }> = {
  sms: { concurrency: 50 },
  whatsapp: { concurrency: 50 },
  email: { concurrency: 50 },
  calendar: { concurrency: 10 },
};

/** A channel by which so many wait is handed no more: they keep its senders busy for some seconds. */
export const mostWaiting = 5_000;

export const channels = Object.keys(queues) as Channel[];

/** The one kind of job: send this delivery, if it is still to be sent. */
export const deliverySend = { name: "delivery.send", payload: z.object({ id: z.string() }) };
