import { setImmediate } from "node:timers/promises";
import type { Kysely, Transaction } from "kysely";
import { hideOccurrence } from "#app/domain/tasks/changing/occurrence.server.ts";
import { announceTaskChange } from "#app/domain/tasks/events.server.ts";
import { findTasks } from "#app/domain/tasks/find-tasks.server.ts";
import { laterBy } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { openNext } from "./occurrences/open-next.server.ts";
import { findOccurrences } from "./occurrences/series.server.ts";
import { updateOccurrence } from "./occurrences/update-occurrence.server.ts";

/** The rest waits for the next second, so that reminders are on time after midnight. */
const maxAtOnce = 5;
/** Each takes 4 to 8 ms, on a busy machine twice that. None begins later than this in a tick. */
const maxMs = 30;

/** Replaces open occurrences whose time is over by the next ones. @throws after the others, if one can't go on */
export async function tickSeries(db: Kysely<Database>, now: string): Promise<number> {
  const missed = await missedQuery(db, now).limit(maxAtOnce).execute();
  const failures: unknown[] = [];
  const startedAt = performance.now();
  let count = 0;
  for (const { task_id } of missed) {
    if (performance.now() - startedAt > maxMs) break;
    count += 1;
    if (task_id) {
      const replaced = db.transaction().execute((trx) => miss(trx, task_id, now));
      await replaced.catch(async (error: unknown) => {
        failures.push(error);
        await postpone(db, task_id, now).catch((locked: unknown) => failures.push(locked));
      });
    }
    // SQLite answers without giving way to timers and sockets.
    await setImmediate();
  }
  if (failures.length > 0) throw new AggregateError(failures, "Some series could not go on");
  return count;
}

/** So that a few that can't go on don't hold up all others. */
async function postpone(db: Kysely<Database>, taskId: string, now: string): Promise<void> {
  const occurrence = db.updateTable("series_occurrences").where("task_id", "=", taskId).where("state", "=", "open");
  await occurrence.set({ missed_at: laterBy(now, { minutes: 5 }) }).execute();
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
  await hideOccurrence(trx, taskId, { by: null, now });
  const next = await openNext(trx, { series, occurrence, task }, { missed: occurrence.missed_before + 1, now });
  await announceTaskChange(trx, [taskId, ...next], now);
}
