import { z } from "#app/domain/core/zod.ts";
import type { Channel } from "#db/schema.ts";

/** One queue a channel, so that a slow or limited provider holds up only its own messages. */
export const queues: Record<Channel, { concurrency: number }> = {
  sms: { concurrency: 50 },
  whatsapp: { concurrency: 50 },
  email: { concurrency: 50 },
  calendar: { concurrency: 10 },
};

/** A channel with so many jobs waiting gets no more: they keep it busy for some seconds. */
export const maxWaiting = 5_000;

export const channels = Object.keys(queues) as Channel[];

export const deliverySend = { name: "delivery.send", payload: z.object({ id: z.string() }) };
