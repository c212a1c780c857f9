import { channel } from "node:diagnostics_channel";
import { setTimeout as pause } from "node:timers/promises";
import type { Mutex } from "./mutex.ts";

const retryMs = 10;
/**
 * Mila's own writes take a fraction of this, and a lease leaves twice as long to record what was
 * sent.
 */
const longWaitMs = 5_000;

/** Publishes an event whenever another program has kept this one from writing for long. */
const locked = channel("mila.locked");

/**
 * Waits for other processes' locks without blocking this one: meanwhile it handles requests, and
 * other callers may have the mutex.
 * @param mutex if the caller has one, it has it at the end as well
 * @throws SQLITE_BUSY when the lock stays
 */
export async function waitForLocks<Result>(
  work: () => Result,
  { maxWaitMs, mutex }: { maxWaitMs: number; mutex?: Mutex },
): Promise<Result> {
  // The wait for the mutex does not count: behind many other callers, this one would give up
  // although the lock is free soon.
  let leftMs = maxWaitMs;
  for (;;) {
    const startedAt = performance.now();
    try {
      return work();
    } catch (error) {
      if (!isLocked(error) || leftMs < 0) throw error;
    } finally {
      if (maxWaitMs - leftMs > longWaitMs) locked.publish({});
    }
    mutex?.release();
    await pause(retryMs);
    leftMs -= performance.now() - startedAt;
    await mutex?.acquire();
  }
}

function isLocked(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_BUSY");
}
