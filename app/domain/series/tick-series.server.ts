import { setImmediate } from "node:timers/promises";
import type { Kysely, Transaction } from "kysely";
import { hideOccurrence } from "#app/domain/tasks/changing/occurrence.server.ts";
import { announceTaskChange } from "#app/domain/tasks/events.server.ts";
import { findTasks } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { openNext } from "./occurrences/open-next.server.ts";
import { findOccurrences } from "./occurrences/series.server.ts";
import { updateOccurrence } from "./occurrences/update-occurrence.server.ts";

/** About 40 ms of work: the rest waits for the next second, so that reminders are on time after midnight. */
const maxAtOnce = 10;

/** Replaces open occurrences whose time is over by the next ones. Returns how many. */
export async function tickSeries(db: Kysely<Database>, now: string): Promise<number> {
  const missed = await missedQuery(db, now).limit(maxAtOnce).execute();
  for (const { task_id } of missed) {
    if (task_id) await db.transaction().execute((trx) => miss(trx, task_id, now));
    // SQLite answers without giving way to timers and sockets.
    await setImmediate();
  }
  return missed.length;
}

export function missedQuery(db: Kysely<Database>, now: string) {
  return db
    .selectFrom("series_occurrences")
    .select("task_id")
    .where("missed_at", "is not", null)
    .where("missed_at", "<=", now)
    .where("task_id", "is not", null)
    .orderBy("missed_at");
}

async function miss(trx: Transaction<Database>, taskId: string, now: string): Promise<void> {
  const [found] = await findOccurrences(trx, [taskId]);
  const task = (await findTasks(trx, [taskId])).get(taskId);
  if (!found || !task) return;
  const { occurrence, series } = found;
  // It was done, moved or deleted meanwhile.
  if (occurrence.state !== "open" || !occurrence.missed_at || occurrence.missed_at > now) return;
  await updateOccurrence(trx, occurrence, { state: "missed", missed_at: null, closed_at: now });
  await hideOccurrence(trx, taskId, now);
  await announceTaskChange(trx, [taskId], now);
  await openNext(trx, { series, occurrence, task }, { missed: occurrence.missed_before + 1, now });
}
