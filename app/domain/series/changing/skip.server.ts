import type { Kysely, Transaction } from "kysely";
import { nowIso } from "#app/domain/core/time.ts";
import { hideOccurrence } from "#app/domain/tasks/changing/occurrence.server.ts";
import { parseRule } from "#app/domain/recurrence/rule.ts";
import { announceTaskChange } from "#app/domain/tasks/events.server.ts";
import type { Database } from "#db/schema.ts";
import { formatDay } from "./replaced-dates.server.ts";
import { findTooFarAhead } from "../occurrences/far-ahead.server.ts";
import { openNext } from "../occurrences/open-next.server.ts";
import { findOccurrences, type Occurrence, type Series } from "../occurrences/series.server.ts";
import { updateOccurrence } from "../occurrences/update-occurrence.server.ts";
import { findTask, type Member, type Task } from "#app/domain/tasks/find-tasks.server.ts";

/**
 * Makes the next one, unless its rule can't be read. `restoreTask` takes it back. Returns false if the task is not open,
 * does not repeat, or lies too far ahead.
 */
export async function skipOccurrence(
  db: Kysely<Database>,
  actor: Actor,
  taskId: string,
  now: string = nowIso(),
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const found = await findOpen(trx, actor, taskId);
    if (!found || (await findTooFarAhead(trx, taskId, now)) !== null) return false;
    await updateOccurrence(trx, found.occurrence, {
      state: "skipped",
      missed_at: null,
      closed_at: now,
    });
    await hideOccurrence(trx, taskId, { by: actor.userId, now });
    const isRead = parseRule(found.series.rule).status === "taken";
    const next = isRead ? await openNext(trx, found, { missed: 0, now }) : [];
    await announceTaskChange(trx, [taskId, ...next], now);
    return true;
  });
}

/** "The next one is on Tue, Dec 1", in another year "Fri, Jan 1, 2027", about any task of a series. */
export async function describeNext(
  db: Kysely<Database>,
  taskId: string,
  now: string = nowIso(),
): Promise<string> {
  const open = await db
    .selectFrom("series_occurrences as own")
    .innerJoin("series_occurrences as open", "open.series_id", "own.series_id")
    .innerJoin("series", "series.id", "own.series_id")
    .select(["open.occurs_on", "series.time_zone"])
    .where("own.task_id", "=", taskId)
    .where("open.state", "=", "open")
    .executeTakeFirst();
  if (!open) return (await findRefusal(db, taskId)) ?? "That was the last one";
  return `The next one is on ${formatDay(open.occurs_on, open.time_zone, now)}`;
}

/**
 * Finds the refusal that a database has if it was changed by hand, or restored from another
 * version.
 */
async function findRefusal(db: Kysely<Database>, taskId: string): Promise<string | undefined> {
  const [found] = await findOccurrences(db, [taskId]);
  const read = found && parseRule(found.series.rule);
  return read?.status === "refused" ? `${read.words} So none follows.` : undefined;
}

export async function isSkipped(db: Kysely<Database>, taskId: string): Promise<boolean> {
  const skipped = await db
    .selectFrom("series_occurrences")
    .select("number")
    .where("task_id", "=", taskId)
    .where("state", "=", "skipped")
    .executeTakeFirst();
  return skipped !== undefined;
}

interface Actor extends Member {
  userId: string;
}

/** Undefined unless the task is its series' open one. */
async function findOpen(
  trx: Transaction<Database>,
  member: Member,
  taskId: string,
): Promise<{ series: Series; occurrence: Occurrence; task: Task } | undefined> {
  const task = await findTask(trx, member, taskId);
  const [found] = task ? await findOccurrences(trx, [taskId]) : [];
  return task && found?.occurrence.state === "open" ? { ...found, task } : undefined;
}
