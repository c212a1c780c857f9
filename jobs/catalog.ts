import { z } from "#app/domain/core/zod.ts";
import type { Channel } from "#db/schema.ts";

/** One queue per channel, so that a slow provider delays only its own messages. */
export const queues: Record<Channel, { concurrency: number }> = {
  sms: { concurrency: 50 },
  whatsapp: { concurrency: 50 },
  email: { concurrency: 50 },
  calendar: { concurrency: 10 },
};

export const maxWaitingJobs = 5_000;

export const channels = Object.keys(queues) as Channel[];

export const deliverySend = { name: "delivery.send", payload: z.object({ id: z.string() }) };
