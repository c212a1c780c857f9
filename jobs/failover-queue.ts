import type { DeliveryQueue } from "./delivery-queue.ts";
import type { RedisQueue } from "./redis-queue.ts";

/** How long Redis may be away before the worker does without it (docs/delivery.md, 3). */
const patienceMs = 5_000;

export interface FailoverQueue extends DeliveryQueue {
  /** Where the work is put at present. */
  backend: () => "redis" | "database";
}

/** Puts work into Redis while it answers, and sends it here while it does not; the claims keep it from going out twice. */
export function createFailoverQueue(local: DeliveryQueue, redis: RedisQueue | null): FailoverQueue {
  const isAway = () => {
    const since = redis?.downSince() ?? null;
    return redis === null || (since !== null && performance.now() - since > patienceMs);
  };
  return {
    backend: () => (isAway() ? "database" : "redis"),
    async enqueue(deliveries) {
      if (redis === null || isAway()) return local.enqueue(deliveries);
      // What Redis does not take would be handed over again only when it counts as lost.
      await redis.enqueue(deliveries).catch(() => local.enqueue(deliveries));
    },
    saturatedChannels: async () =>
      redis === null || isAway() ? local.saturatedChannels() : redis.saturatedChannels().catch(() => []),
    async close() {
      await Promise.all([local.close(), redis?.close()]);
    },
  };
}
