import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { isUnwritable } from "#db/sql/unwritable.ts";

const retryMs = 1_000;

/**
 * Does the work of a start, again and again while the database is away, locked or full. Says once
 * in the log that it waits.
 */
export async function onceReachable<Result>(
  work: () => Promise<Result>,
  log: Pick<Logger, "warn">,
): Promise<Result> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isUnwritable(error)) throw error;
      if (tries === 0) log.warn({ err: error }, "this worker waits for the database");
      // A worker that waits must not be killed as if it hung.
      process.send?.({ alive: true });
    }
    await sleep(retryMs);
  }
}
