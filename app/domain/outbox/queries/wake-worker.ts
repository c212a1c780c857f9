import { subscribe } from "node:diagnostics_channel";
import type { Kysely } from "kysely";
import { laterBy } from "#app/domain/core/time.ts";
import { dueNotice, notify } from "#db/sql/notices.ts";
import type { Database } from "#db/schema.ts";

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
  await notify(db, dueNotice);
}

/** On SQLite, hears what this process adds. */
export function onWake(wake: () => void): void {
  subscribe(dueNotice, wake);
}
