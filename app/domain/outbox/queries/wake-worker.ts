import { channel } from "node:diagnostics_channel";
import type { Kysely } from "kysely";
import { laterBy } from "#app/domain/core/time.ts";
import { dueNotice, notify } from "#db/sql/notices.ts";
import type { Database } from "#db/schema.ts";

const notices = channel("mila.due");
let isScheduled = false;

/**
 * Wakes the workers if one of these instants comes before their next tick. Call it in the
 * transaction in which the instants are saved.
 */
export async function wakeWorkerAt(
  db: Kysely<Database>,
  instants: readonly string[],
  now: string,
): Promise<void> {
  const nextTick = laterBy(now, { seconds: 1 });
  if (instants.some((instant) => instant <= nextTick)) await wakeWorker(db);
}

/**
 * Wakes the workers after the current transaction. If that fails, the next tick is at most a second
 * away.
 */
export async function wakeWorker(db: Kysely<Database>): Promise<void> {
  if (await notify(db, dueNotice)) return;
  if (isScheduled) return;
  isScheduled = true;
  // SQLite is synchronous, so a transaction ends before anything else runs.
  setImmediate(() => {
    isScheduled = false;
    notices.publish({});
  });
}
