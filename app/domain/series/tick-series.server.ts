import type { Kysely, Transaction } from "kysely";
import { yieldToOthers } from "#db/sql/batches.ts";
import { isUnwritable } from "#db/sql/unwritable.ts";
import { findSnoozedUntil } from "#app/domain/reminders/reminder.server.ts";
import { hideOccurrence } from "#app/domain/tasks/changing/occurrence.server.ts";
import { announceTaskChange } from "#app/domain/tasks/events.server.ts";
import { findTasks } from "#app/domain/tasks/find-tasks.server.ts";
import { earlierBy, laterBy } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { reassignLater } from "./changing/reassign-turns.server.ts";
import { realignOpenOccurrence } from "./occurrences/realign-open-occurrence.server.ts";
import { listMissed, listToPlan, missedQuery } from "./occurrences/due-series.server.ts";
import { findOpenOccurrence } from "./occurrences/complete-ahead.server.ts";
import { openNext } from "./occurrences/open-next.server.ts";
import { planAhead } from "./occurrences/plan-ahead.server.ts";
import { withPauses, withSeries } from "./occurrences/series.server.ts";
import { updateOccurrence } from "./occurrences/update-occurrence.server.ts";

/** A transaction starts no further series after this time. */
const maxMs = 25;
const batchSize = 50;
/** An occurrence whose reminder was snoozed for longer does not delay the next one. */
const maxHoursSnoozed = 12;
/** An occurrence stays open for this time after a snoozed reminder. */
const minutesToAct = 15;

/**
 * Keyed by series: the time until which planning is not retried. `plans_at` must stay, because it
 * says what was planned.
 */
const postponed = new Map<string, string>();

interface Step {
  seriesId: string;
  run: (trx: Transaction<Database>) => Promise<void>;
  postpone: (db: Kysely<Database>, until: string) => unknown;
}

/**
 * Replaces expired open occurrences by the next ones, moves those in a break, and plans the
 * reminders of dates ahead.
 * @param clock read for each batch, so that what falls due in the meantime is included
 * @returns the number of series
 * @throws after the others, if one fails
 */
export async function tickSeries(db: Kysely<Database>, clock: () => string): Promise<number> {
  const failures: unknown[] = [];
  const kinds = [stepsToMiss, stepsToPlan].map((findSteps) => ({
    findSteps,
    seen: new Set<string>(),
  }));
  let count = 0;
  let before: number;
  // Alternates between households, because the dates of one must not wait for all of another's.
  do {
    before = count;
    const now = clock();
    for (const { findSteps, seen } of kinds) {
      const steps = (await findSteps(db, now)).filter(({ seriesId }) => !seen.has(seriesId));
      const done = await runSteps(db, steps, now, failures);
      for (const { seriesId } of steps.slice(0, done)) seen.add(seriesId);
      count += done;
      if (steps.length > 0) await yieldToOthers();
    }
  } while (count > before);
  if (failures.length > 0) throw new AggregateError(failures, "Some series could not go on");
  return count;
}

/** True while a series has been waiting since before the given instant. */
export async function isSeriesBehind(
  db: Kysely<Database>,
  since: string,
  now: string,
): Promise<boolean> {
  const missed = await missedQuery(db, since).limit(1).executeTakeFirst();
  return missed !== undefined || (await listPlannable(db, since, now)).length > 0;
}

/**
 * Runs steps in one transaction until its time is up, or each alone if one fails. Returns how many.
 */
async function runSteps(
  db: Kysely<Database>,
  steps: Step[],
  now: string,
  failures: unknown[],
): Promise<number> {
  if (steps.length === 0) return 0;
  const startedAt = performance.now();
  const together = db.transaction().execute(async (trx) => {
    let done = 0;
    for (const { run } of steps) {
      if (done > 0 && performance.now() - startedAt > maxMs) break;
      await run(trx);
      done += 1;
    }
    return done;
  });
  return together.catch(async (problem: unknown) => {
    if (isUnwritable(problem)) throw problem;
    for (const { run, postpone } of steps) {
      await db
        .transaction()
        .execute(run)
        .catch(async (error: unknown) => {
          failures.push(error);
          // Postpones failing series, so that a few of them don't hold up all others.
          await postpone(db, laterBy(now, { minutes: 5 }));
        });
      await yieldToOthers();
    }
    return steps.length;
  });
}

async function stepsToMiss(db: Kysely<Database>, now: string): Promise<Step[]> {
  const missed = await listMissed(db, now, batchSize);
  return missed.map((seriesId) => ({
    seriesId,
    run: (trx) => miss(trx, seriesId, now),
    postpone: (any, until) =>
      any
        .updateTable("series_occurrences")
        .set({ missed_at: until })
        .where("series_id", "=", seriesId)
        .where("state", "=", "open")
        .execute(),
  }));
}

async function stepsToPlan(db: Kysely<Database>, now: string): Promise<Step[]> {
  return (await listPlannable(db, now, now)).map((seriesId) => ({
    seriesId,
    run: (trx) => plan(trx, seriesId, now),
    postpone: (_db, until) => postponed.set(seriesId, until),
  }));
}

/** @param before the latest instant by which they must be planned */
async function listPlannable(db: Kysely<Database>, before: string, now: string): Promise<string[]> {
  for (const [id, until] of postponed) if (until <= now) postponed.delete(id);
  const due = await listToPlan(db, before, batchSize + postponed.size);
  return due.filter((id) => !postponed.has(id));
}

async function miss(trx: Transaction<Database>, seriesId: string, now: string): Promise<void> {
  const open = await findOpenOccurrence(trx, seriesId);
  const taskId = open?.task_id;
  // The occurrence was done, moved or deleted since.
  if (!taskId || !open.missed_at || open.missed_at > now) return;
  const [found] = await withSeries(trx, [open]);
  const task = (await findTasks(trx, [taskId])).get(taskId);
  if (!found || !task) return;
  const { occurrence, series } = found;
  // A snooze from before Mila was off must not hold up the series.
  const snoozed = {
    after: earlierBy(now, { minutes: minutesToAct }),
    before: laterBy(now, { hours: maxHoursSnoozed }),
  };
  const until = await findSnoozedUntil(trx, taskId, snoozed);
  if (until)
    return updateOccurrence(trx, occurrence, {
      missed_at: laterBy(until, { minutes: minutesToAct }),
    });
  await updateOccurrence(trx, occurrence, { state: "missed", missed_at: null, closed_at: now });
  await hideOccurrence(trx, taskId, { by: null, now, isMissed: true });
  const next = await openNext(
    trx,
    { series, occurrence, task },
    { missed: occurrence.missed_before + 1, now },
  );
  await announceTaskChange(trx, [taskId, ...next], now);
}

async function fitToBreaks(
  trx: Transaction<Database>,
  seriesId: string,
  now: string,
): Promise<void> {
  const changed = trx.updateTable("series").set({ is_to_fit: 0 }).where("id", "=", seriesId);
  const rows = await changed.where("is_to_fit", "=", 1).returningAll().execute();
  for (const series of await withPauses(trx, rows)) await realignOpenOccurrence(trx, series, now);
}

async function plan(trx: Transaction<Database>, seriesId: string, now: string): Promise<void> {
  await fitToBreaks(trx, seriesId, now);
  await reassignLater(trx, seriesId, now);
  const occurrence = await findOpenOccurrence(trx, seriesId);
  const taskId = occurrence?.task_id;
  const [open] = taskId ? await withSeries(trx, [occurrence]) : [];
  const task = taskId && (await findTasks(trx, [taskId])).get(taskId);
  if (open && task) await planAhead(trx, { ...open, task }, now);
  else await trx.updateTable("series").set({ plans_at: null }).where("id", "=", seriesId).execute();
}
