import { channel } from "node:diagnostics_channel";
import { setTimeout as pause } from "node:timers/promises";
import type { DatabaseConnection } from "kysely";

const retryMs = 10;
/** Mila's own writes take a fraction of this, and a lease leaves twice as long to record what was sent. */
const longWaitMs = 5_000;

/** Told whenever another program has kept this one from writing for long. */
const locked = channel("mila.locked");

/** Lets one caller at a time have the connection. */
interface Turns {
  take: () => Promise<void>;
  end: () => void;
}

export function createTurns(): Turns {
  const waiting: (() => void)[] = [];
  let isTaken = false;
  return {
    async take() {
      if (isTaken) await new Promise<void>((resolve) => waiting.push(resolve));
      isTaken = true;
    },
    end() {
      const next = waiting.shift();
      if (next) next();
      else isTaken = false;
    },
  };
}

interface Patience {
  turns: Turns;
  maxWaitMs: number;
  isInTransaction: () => boolean;
}

/** Waits for other processes' locks without blocking this one: meanwhile it answers, and others can read. */
export function waitForLocks(
  connection: DatabaseConnection,
  patience: Patience,
): DatabaseConnection {
  const { turns, maxWaitMs, isInTransaction } = patience;
  return {
    streamQuery: (...query) => connection.streamQuery(...query),
    async executeQuery<Row>(...query: Parameters<DatabaseConnection["executeQuery"]>) {
      // Without the time for its turns: behind many others it would give up although the lock is soon free.
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
        turns.end();
        await pause(retryMs);
        leftMs -= performance.now() - startedAt;
        await turns.take();
      }
    },
  };
}

function isLocked(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_BUSY");
}
