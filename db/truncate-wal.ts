import { setTimeout as pause } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import type { Logger } from "pino";
import type { Database } from "./schema.ts";

const [tries, retryMs] = [10, 50];
const warnAfterMs = 600_000;

/**
 * Empties the database's log (WAL), where deleted text would otherwise stay. If another process is
 * reading, such as a backup, that is postponed until the next call.
 */
export function createWalTruncation(
  db: Kysely<Database>,
  log: Pick<Logger, "warn">,
): () => Promise<void> {
  let [emptiedAt, hasWarned] = [performance.now(), false];
  return async () => {
    for (let left = tries; left > 0; left -= 1) {
      const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
      if (rows[0]?.busy === 0) {
        [emptiedAt, hasWarned] = [performance.now(), false];
        return;
      }
      await pause(retryMs);
    }
    if (hasWarned || performance.now() - emptiedAt < warnAfterMs) return;
    hasWarned = true;
    log.warn("another program keeps mila.db open, so deleted words stay in mila.db-wal");
  };
}
