import { channel } from "node:diagnostics_channel";
import { setTimeout as pause } from "node:timers/promises";
import type { DatabaseConnection } from "kysely";

const retryMs = 10;
/**
 * Mila's own writes take a fraction of this, and a lease leaves twice as long to record what was
 * sent.
 */
const longWaitMs = 5_000;

/** Publishes an event whenever another program has kept this one from writing for long. */
const locked = channel("mila.locked");

/** Lets one caller at a time use the connection, first come, first served. */
interface Mutex {
  acquire: () => Promise<void>;
  release: () => void;
}

export function createMutex(): Mutex {
  const waiting: (() => void)[] = [];
  let isAcquired = false;
  return {
    async acquire() {
      if (isAcquired) await new Promise<void>((resolve) => waiting.push(resolve));
      isAcquired = true;
    },
    release() {
      const next = waiting.shift();
      if (next) next();
      else isAcquired = false;
    },
  };
}

interface LockOptions {
  mutex: Mutex;
  maxWaitMs: number;
  isInTransaction: () => boolean;
}

/**
 * Waits for other processes' locks without blocking this one: meanwhile it handles requests, and
 * other callers can read.
 */
export function waitForLocks(
  connection: DatabaseConnection,
  options: LockOptions,
): DatabaseConnection {
  const { mutex, maxWaitMs, isInTransaction } = options;
  return {
    streamQuery: (...query) => connection.streamQuery(...query),
    async executeQuery<Row>(...query: Parameters<DatabaseConnection["executeQuery"]>) {
      // The wait for the mutex does not count: behind many other callers, this one would give up
      // although the lock is free soon.
      let leftMs = maxWaitMs;
      for (;;) {
        const startedAt = performance.now();
        try {
          return await connection.executeQuery<Row>(...query);
        } catch (error) {
          if (!isLocked(error) || isInTransaction() || leftMs < 0) throw error;
        } finally {
          if (maxWaitMs - leftMs > longWaitMs) locked.publish({});
        }
        mutex.release();
        await pause(retryMs);
        leftMs -= performance.now() - startedAt;
        await mutex.acquire();
      }
    },
  };
}

function isLocked(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_BUSY");
}
