import type { DueDelivery } from "#app/domain/outbox/scheduling/enqueue-due.server.ts";
import type { Channel } from "#db/schema.ts";
import { channels, maxWaiting, queues } from "./catalog.ts";
import type { DeliverBy, DeliveryQueue } from "./delivery-queue.ts";

export function createLocalQueue(deliverBy: DeliverBy, report: (error: unknown, id: string) => void): DeliveryQueue {
  const waiting = new Map<Channel, DueDelivery[]>(channels.map((channel) => [channel, []]));
  const running = new Map<string, Promise<void>>();
  const count = new Map<Channel, number>();
  const closing = new AbortController();

  function work(channel: Channel): void {
    while (!closing.signal.aborted && (count.get(channel) ?? 0) < queues[channel].concurrency) {
      const next = waiting.get(channel)?.shift();
      if (!next) return;
      if (!running.has(next.id)) start(channel, next.id);
    }
  }

  function start(channel: Channel, id: string): void {
    count.set(channel, (count.get(channel) ?? 0) + 1);
    const sending = deliverBy(channel)(id)
      .then(
        () => undefined,
        (error: unknown) => report(error, id),
      )
      .finally(() => {
        running.delete(id);
        count.set(channel, (count.get(channel) ?? 1) - 1);
        work(channel);
      });
    running.set(id, sending);
  }

  return {
    async enqueue(deliveries) {
      for (const delivery of deliveries) waiting.get(delivery.channel)?.push(delivery);
      channels.forEach(work);
    },
    saturatedChannels: async () => channels.filter((channel) => (waiting.get(channel)?.length ?? 0) >= maxWaiting),
    async close() {
      closing.abort();
      await Promise.all(running.values());
    },
  };
}
