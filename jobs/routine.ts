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
  let isStopped = false;
  const loops = routines.map(async ({ name, everyMs, run }) => {
    while (!isStopped) {
      const startedAt = performance.now();
      await run().catch((err: unknown) => log.error({ err, routine: name }, "a routine of the worker failed"));
      await pause(everyMs - (performance.now() - startedAt));
    }
  });
  const waiting = new Set<() => void>();

  function pause(ms: number): Promise<void> {
    if (isStopped || ms <= 0) return new Promise((resolve) => setImmediate(resolve));
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        waiting.delete(end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      waiting.add(end);
    });
  }

  return async () => {
    isStopped = true;
    for (const end of waiting) end();
    await Promise.all(loops);
  };
}
