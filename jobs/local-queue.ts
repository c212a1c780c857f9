import pLimit from "p-limit";
import type { DueDelivery } from "#app/domain/outbox/scheduling/enqueue-due.server.ts";
import { everyChannel } from "#app/channels.ts";
import { listCapacities } from "./catalog.ts";
import type { DeliveryQueue, Sender } from "./delivery-queue.ts";

export function createLocalQueue(
  sender: Sender,
  report: (error: unknown, id: string) => void,
): DeliveryQueue {
  const lanes = new Map(
    everyChannel.map((channel) => [channel, createLane(sender.concurrency(channel))]),
  );
  const running = new Map<string, Promise<unknown>>();
  let isClosing = false;

  async function deliver({ id }: DueDelivery): Promise<void> {
    if (isClosing || running.has(id)) return;
    const sending = sender.deliver(id).catch((error: unknown) => report(error, id));
    running.set(id, sending);
    await sending;
    running.delete(id);
  }

  return {
    async enqueue(deliveries) {
      for (const delivery of deliveries) lanes.get(delivery.channel)?.add(delivery, deliver);
    },
    findCapacities: async () =>
      listCapacities((channel) => ({
        waiting: lanes.get(channel)?.pendingCount() ?? 0,
        places: sender.concurrency(channel),
      })),
    async close() {
      isClosing = true;
      await Promise.all(running.values());
    },
  };
}

/** A free slot goes to the most urgent delivery at that time. */
function createLane(concurrency: number) {
  const limit = pLimit(concurrency);
  const waiting = { urgent: [] as DueDelivery[], other: [] as DueDelivery[] };
  return {
    add(delivery: DueDelivery, deliver: (delivery: DueDelivery) => Promise<void>) {
      waiting[delivery.isUrgent ? "urgent" : "other"].push(delivery);
      void limit(async () => {
        const next = waiting.urgent.shift() ?? waiting.other.shift();
        if (next) await deliver(next);
      });
    },
    pendingCount: () => limit.pendingCount,
  };
}
