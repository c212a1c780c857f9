import { setTimeout } from "node:timers/promises";
import type { Logger } from "pino";

export interface Routine {
  name: string;
  everyMs: number;
  /** @param signal ends a wait for others when the worker stops */
  run: (signal: AbortSignal) => Promise<unknown>;
  /** Waits between two runs; may end early if there is something to do. Never throws. */
  wait?: Wait;
}

type Wait = (maxMs: number, signal: AbortSignal) => Promise<void>;

/** Runs of one routine never overlap. @returns a function that stops and waits for current runs */
export function startRoutines(
  routines: Routine[],
  log: Pick<Logger, "error">,
): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const loops = routines.map(async ({ name, everyMs, run, wait = pause }) => {
    while (!signal.aborted) {
      const startedAt = performance.now();
      let hasFailed = false;
      await run(signal).catch((err: unknown) => {
        hasFailed = true;
        log.error({ err, routine: name }, "worker routine failed");
      });
      const left = Math.max(0, everyMs - (performance.now() - startedAt));
      // A failed run may have left due work.
      await (hasFailed ? pause : wait)(left, signal);
    }
  });
  return async () => {
    stopping.abort();
    await Promise.all(loops);
  };
}

export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal }).catch(() => undefined);
}
