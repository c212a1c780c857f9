import { channelFacts, everyChannel } from "#app/channels.ts";
import { z } from "#app/domain/core/zod.ts";
import type { Room } from "#app/domain/outbox/scheduling/in-turns.server.ts";
import type { Providers } from "#app/services/providers.server.ts";
import { smtpConnections } from "#app/services/smtp/pool.server.ts";
import type { Channel } from "#db/schema.ts";

/** Messages that wait in the queue for each place, so that none stays empty: more would go out in the order of a while ago. */
const waitingPerPlace = 10;

export const deliverySend = {
  name: "delivery.send",
  payload: z.object({ ids: z.array(z.string()) }),
};

/** A mail server cannot be asked what it accepted, so a crash leaves only a few messages in doubt. */
export function concurrencyOf(
  channel: Channel,
  { hasLookup }: Pick<Providers, "hasLookup">,
): number {
  return channel === "email" && !hasLookup(channel)
    ? smtpConnections
    : channelFacts[channel].concurrency;
}

/** True if one job may claim several deliveries: their provider takes them side by side, and can be asked after a crash. */
export function canBatch(channel: Channel, { hasLookup }: Pick<Providers, "hasLookup">): boolean {
  return channelFacts[channel].canBatch && hasLookup(channel);
}

/**
 * The room of channels whose queue is half empty: a look costs as much for one message as for many.
 * @param count waiting are the messages in a queue, places are those of a worker
 */
export function listRooms(
  count: (channel: Channel) => { waiting: number; places: number },
): Map<Channel, Room> {
  const rooms = everyChannel.flatMap((channel): [Channel, Room][] => {
    const { waiting, places } = count(channel);
    const limit = waitingPerPlace * places;
    return waiting <= limit / 2 ? [[channel, { limit, share: shareOf(places) }]] : [];
  });
  return new Map(rooms);
}

/** Leaves places for others, however slowly one household's messages go out. */
function shareOf(places: number): number {
  return places - Math.ceil(places / 4);
}
