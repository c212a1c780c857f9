import type { Handed } from "#app/domain/deliveries/hand-over.server.ts";
import type { Channel } from "#db/schema.ts";
import { channels, mostWaiting, queues } from "./catalog.ts";
import type { DeliverBy, Outlet } from "./outlet.ts";

/** Sends within this process: what is done where there is no Redis, or none that answers. */
export function localOutlet(deliverBy: DeliverBy, report: (error: unknown, id: string) => void): Outlet {
  const waiting = new Map<Channel, Handed[]>(channels.map((channel) => [channel, []]));
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
    async put(handed) {
      for (const one of handed) waiting.get(one.channel)?.push(one);
      channels.forEach(work);
    },
    full: async () => channels.filter((channel) => (waiting.get(channel)?.length ?? 0) >= mostWaiting),
    async close() {
      closing.abort();
      await Promise.all(running.values());
    },
  };
}
