import { z } from "#app/domain/core/zod.ts";
import type { Providers } from "#app/services/providers.server.ts";
import { smtpConnections } from "#app/services/smtp/pool.server.ts";
import type { Channel } from "#db/schema.ts";

/** One queue per channel, so that a slow provider delays only its own messages. */
const queues: Record<Channel, { concurrency: number }> = {
  push: { concurrency: 50 },
  ntfy: { concurrency: 4 },
  telegram: { concurrency: 4 },
  sms: { concurrency: 50 },
  whatsapp: { concurrency: 50 },
  email: { concurrency: 50 },
  calendar: { concurrency: 10 },
};

export const maxWaitingJobs = 5_000;

export const channels = Object.keys(queues) as Channel[];

export const deliverySend = { name: "delivery.send", payload: z.object({ id: z.string() }) };

/** A mail server cannot be asked what it accepted, so a crash leaves only a few messages in doubt. */
export function concurrencyOf(channel: Channel, { hasLookup }: Pick<Providers, "hasLookup">): number {
  return channel === "email" && !hasLookup(channel) ? smtpConnections : queues[channel].concurrency;
}
