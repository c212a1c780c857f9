import pLimit from "p-limit";
import type { DueDelivery } from "#app/domain/outbox/scheduling/enqueue-due.server.ts";
import { channels, maxWaitingJobs, queues } from "./catalog.ts";
import type { DeliverFor, DeliveryQueue } from "./delivery-queue.ts";

export function createLocalQueue(deliverFor: DeliverFor, report: (error: unknown, id: string) => void): DeliveryQueue {
  const limits = new Map(channels.map((channel) => [channel, pLimit(queues[channel].concurrency)]));
  const running = new Map<string, Promise<unknown>>();
  let isClosing = false;

  async function deliver({ channel, id }: DueDelivery): Promise<void> {
    if (isClosing || running.has(id)) return;
    const sending = deliverFor(channel)(id).catch((error: unknown) => report(error, id));
    running.set(id, sending);
    await sending;
    running.delete(id);
  }

  return {
    async enqueue(deliveries) {
      for (const delivery of deliveries) void limits.get(delivery.channel)?.(deliver, delivery);
    },
    saturatedChannels: async () =>
      channels.filter((channel) => (limits.get(channel)?.pendingCount ?? 0) >= maxWaitingJobs),
    async close() {
      isClosing = true;
      await Promise.all(running.values());
    },
  };
}
