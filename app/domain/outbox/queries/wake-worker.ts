import { channel } from "node:diagnostics_channel";
import { laterBy } from "#app/domain/core/time.ts";

const notices = channel("mila.due");
let isScheduled = false;

/**
 * Wakes the worker if one of these instants comes before its next tick. Call it in the transaction
 * in which the instants are saved.
 */
export function wakeWorkerAt(instants: readonly string[], now: string): void {
  const nextTick = laterBy(now, { seconds: 1 });
  if (instants.some((instant) => instant <= nextTick)) wakeWorker();
}

/**
 * Wakes the worker after the current transaction. If that fails, the next tick is at most a second
 * away.
 */
export function wakeWorker(): void {
  if (isScheduled) return;
  isScheduled = true;
  // SQLite is synchronous, so a transaction ends before anything else runs.
  setImmediate(() => {
    isScheduled = false;
    notices.publish({});
  });
}
