import type { Handed } from "#app/domain/deliveries/hand-over.server.ts";
import type { Outlet } from "./outlet.ts";
import type { RedisOutlet } from "./relay.ts";

/** How long Redis may be away before the worker does without it (DELIVERY.md, 3). */
const patienceMs = 5_000;

export interface SwitchingOutlet extends Outlet {
  /** Where the work is put at present. */
  queue: () => "redis" | "database";
}

/** Puts work into Redis while it answers, and sends it here while it does not; the claims keep it from going out twice. */
export function switchingOutlet(local: Outlet, redis: RedisOutlet | null): SwitchingOutlet {
  const isAway = () => {
    const since = redis?.downSince() ?? null;
    return redis === null || (since !== null && performance.now() - since > patienceMs);
  };
  return {
    queue: () => (isAway() ? "database" : "redis"),
    async put(handed: Handed[]) {
      if (redis === null || isAway()) return local.put(handed);
      // What Redis does not take would be handed over again only when it counts as lost.
      await redis.put(handed).catch(() => local.put(handed));
    },
    full: async () => (redis === null || isAway() ? local.full() : redis.full().catch(() => [])),
    async close() {
      await Promise.all([local.close(), redis?.close()]);
    },
  };
}
