import type { DeliveryQueue } from "./delivery-queue.ts";
import type { RedisQueue } from "./redis/redis-queue.ts";

const maxDownMs = 5_000;

interface FailoverQueue extends DeliveryQueue {
  backend: () => "redis" | "database";
}

/** Claims prevent duplicate sends when both queues get the same delivery. */
export function createFailoverQueue(local: DeliveryQueue, redis: RedisQueue | null): FailoverQueue {
  const isDown = () => {
    const since = redis?.downSince() ?? null;
    return redis === null || (since !== null && performance.now() - since > maxDownMs);
  };
  return {
    backend: () => (isDown() ? "database" : "redis"),
    async enqueue(deliveries) {
      if (redis === null || isDown()) return local.enqueue(deliveries);
      // Otherwise the deliveries would wait until they count as lost.
      await redis.enqueue(deliveries).catch(() => local.enqueue(deliveries));
    },
    findCapacities: async () =>
      redis === null || isDown()
        ? local.findCapacities()
        : redis.findCapacities().catch(() => local.findCapacities()),
    async close() {
      await Promise.all([local.close(), redis?.close()]);
    },
  };
}
