import { setTimeout } from "node:timers/promises";
import type { Logger } from "pino";

interface Routine {
  name: string;
  everyMs: number;
  /** @param signal ends a wait for others when the worker stops */
  run: (signal: AbortSignal) => Promise<unknown>;
}

/** Runs of one routine never overlap. @returns a function that stops and waits for current runs */
export function startRoutines(routines: Routine[], log: Pick<Logger, "error">): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const loops = routines.map(async ({ name, everyMs, run }) => {
    while (!signal.aborted) {
      const startedAt = performance.now();
      await run(signal).catch((err: unknown) => log.error({ err, routine: name }, "worker routine failed"));
      const left = Math.max(0, everyMs - (performance.now() - startedAt));
      await setTimeout(left, undefined, { signal }).catch(() => undefined);
    }
  });
  return async () => {
    stopping.abort();
    await Promise.all(loops);
  };
}
