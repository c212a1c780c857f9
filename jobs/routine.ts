import { setTimeout } from "node:timers/promises";
import type { Logger } from "pino";

/** Something that the worker does again and again. */
export interface Routine {
  name: string;
  everyMs: number;
  run: () => Promise<unknown>;
}

/**
 * Runs each routine at its interval, one run of it at a time; what goes wrong is logged, and tried again the next time.
 * Returns how to stop: no new runs, and a promise for those under way.
 */
export function startRoutines(routines: Routine[], log: Pick<Logger, "error">): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const loops = routines.map(async ({ name, everyMs, run }) => {
    while (!signal.aborted) {
      const startedAt = performance.now();
      await run().catch((err: unknown) => log.error({ err, routine: name }, "worker routine failed"));
      const left = Math.max(0, everyMs - (performance.now() - startedAt));
      await setTimeout(left, undefined, { signal }).catch(() => undefined);
    }
  });
  return async () => {
    stopping.abort();
    await Promise.all(loops);
  };
}
