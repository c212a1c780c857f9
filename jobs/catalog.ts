import { channelFacts, everyChannel } from "#app/channels.ts";
import { z } from "#app/domain/core/zod.ts";
import type { QueueCapacity } from "#app/domain/outbox/scheduling/fair-order.server.ts";
import type { Providers } from "#app/services/providers.server.ts";
import { smtpConnections } from "#app/services/smtp/pool.server.ts";
import type { Channel } from "#db/schema.ts";

/**
 * The number of messages that wait in the queue for each slot, so that none stays idle. With more,
 * messages would go out in an outdated order.
 */
const waitingPerPlace = 10;

export const deliverySend = {
  name: "delivery.send",
  payload: z.object({ ids: z.array(z.string()) }),
};

/**
 * A mail server cannot be asked what it accepted, so a crash leaves only a few messages in doubt.
 */
export function concurrencyOf(
  channel: Channel,
  { hasLookup }: Pick<Providers, "hasLookup">,
): number {
  return channel === "email" && !hasLookup(channel)
    ? smtpConnections
    : channelFacts[channel].concurrency;
}

/**
 * True if one job may claim several deliveries: their provider takes them side by side, and can be
 * asked after a crash.
 */
export function canBatch(channel: Channel, { hasLookup }: Pick<Providers, "hasLookup">): boolean {
  return channelFacts[channel].canBatch && hasLookup(channel);
}

/**
 * Returns the capacity of channels whose queue is at least half empty, because a query costs as
 * much for one message as for many.
 * @param count `waiting` is the number of messages in a queue, `places` the number of a worker's
 * slots
 */
export function listCapacities(
  count: (channel: Channel) => { waiting: number; places: number },
): Map<Channel, QueueCapacity> {
  const capacities = everyChannel.flatMap((channel): [Channel, QueueCapacity][] => {
    const { waiting, places } = count(channel);
    const limit = waitingPerPlace * places;
    return waiting <= limit / 2 ? [[channel, { limit, share: shareOf(places) }]] : [];
  });
  return new Map(capacities);
}

/** Leaves slots for others, however slowly one household's messages are sent. */
function shareOf(places: number): number {
  return places - Math.ceil(places / 4);
}
