import type { Kysely } from "kysely";
import { nowIso, wallClockAt } from "#app/domain/core/time.ts";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import { hideOccurrence } from "#app/domain/tasks/changing/occurrence.server.ts";
import { instantOn } from "#app/domain/recurrence/dates.server.ts";
import { parseRule } from "#app/domain/recurrence/rule.ts";
import { announceTaskChange } from "#app/domain/tasks/events.server.ts";
import type { Database } from "#db/schema.ts";
import { idList } from "#db/sql/values.ts";
import { formatDay } from "./replaced-dates.server.ts";
import { findTooFarAhead } from "../occurrences/far-ahead.server.ts";
import { findOpen } from "../occurrences/find-open.server.ts";
import { openNext } from "../occurrences/open-next.server.ts";
import { findOccurrences } from "../occurrences/series.server.ts";
import { updateOccurrence } from "../occurrences/update-occurrence.server.ts";
import type { Member } from "#app/domain/tasks/find-tasks.server.ts";
import { inHousehold } from "#app/domain/people/household/in-household.server.ts";

/**
 * Opens the next occurrence, unless the rule can't be read. `restoreTask` undoes it. Returns false
 * if the task is not open, does not repeat, or lies too far ahead.
 */
export async function skipOccurrence(
  db: Kysely<Database>,
  actor: Actor,
  taskId: string,
  now: string = nowIso(),
): Promise<boolean> {
  return inHousehold(db, actor, async (trx) => {
    const found = await findOpen(trx, actor, taskId);
    if (!found || (await findTooFarAhead(trx, taskId, now)) !== null) return false;
    await updateOccurrence(trx, found.occurrence, {
      state: "skipped",
      missed_at: null,
      closed_at: now,
    });
    await hideOccurrence(trx, taskId, { by: actor.userId, now });
    const isRead = parseRule(found.series.rule).status === "accepted";
    const next = isRead ? await openNext(trx, found, { missed: 0, now }) : [];
    await announceTaskChange(trx, [taskId, ...next], now);
    return true;
  });
}

/**
 * Returns "The next one is on Tue, Dec 1", or in another year "Fri, Jan 1, 2027", for any task of a
 * series: the day where the viewer is.
 */
export async function describeNext(
  db: Kysely<Database>,
  { timeZone }: Pick<ZonedViewer, "timeZone">,
  taskId: string,
  now: string = nowIso(),
): Promise<string> {
  const open = await db
    .selectFrom("series_occurrences as own")
    .innerJoin("series_occurrences as open", "open.series_id", "own.series_id")
    .innerJoin("series", "series.id", "own.series_id")
    .select(["open.occurs_on", "series.local_time", "series.time_zone"])
    .where("own.task_id", "=", taskId)
    .where("open.state", "=", "open")
    .executeTakeFirst();
  if (!open) return (await findRefusal(db, taskId)) ?? "That was the last one";
  const at = instantOn(open.occurs_on, open.local_time, open.time_zone);
  const day = wallClockAt(at, timeZone).toPlainDate().toString();
  return `The next one is on ${formatDay(day, timeZone, now)}`;
}

/**
 * Finds the reason why the rule is refused, in a database that was changed by hand or restored from
 * another version.
 */
async function findRefusal(db: Kysely<Database>, taskId: string): Promise<string | undefined> {
  const [found] = await findOccurrences(db, [taskId]);
  const read = found && parseRule(found.series.rule);
  return read?.status === "refused" ? `${read.words} So none follows.` : undefined;
}

export const isSkipped = async (db: Kysely<Database>, taskId: string): Promise<boolean> =>
  (await findSkipped(db, [taskId])).has(taskId);

/** Returns those of these tasks that were skipped. */
export async function findSkipped(
  db: Kysely<Database>,
  taskIds: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom("series_occurrences")
    .select("task_id")
    .where("task_id", "in", idList(taskIds))
    .where("state", "=", "skipped")
    .execute();
  return new Set(rows.flatMap(({ task_id }) => task_id ?? []));
}

interface Actor extends Member {
  userId: string;
}
