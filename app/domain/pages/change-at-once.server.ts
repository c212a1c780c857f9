import type { Kysely } from "kysely";
import { instantOf, laterBy, nowIso, Temporal, wallClockAt } from "#app/domain/core/time.ts";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import { isAskedSince } from "#app/domain/delegation/requests/open-requests.server.ts";
import { findCardSeries } from "#app/domain/series/card-series.server.ts";
import { skipOccurrence } from "#app/domain/series/changing/skip.server.ts";
import { listEventsBy } from "#app/domain/tasks/changing/history.server.ts";
import {
  completeTask,
  deleteTask,
  reopenTask,
  restoreTask,
  setDueDate,
} from "#app/domain/tasks/changing/task.server.ts";
import { findTask, findTaskOrDeleted, type Task } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";

interface Chosen {
  id: string;
  /** The wall clock that the page showed. */
  seenDue: string;
}

export type OverdueChoice = "done" | "delete" | { date: string };

export interface ChangedAtOnce {
  count: number;
  /** The instants between which `undoAtOnce` looks for the changes. */
  from: string;
  until: string;
}

/**
 * Makes one change to several overdue tasks. Leaves out those that somebody has changed since the
 * page was opened.
 */
export async function changeOverdue(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  tasks: readonly Chosen[],
  choice: OverdueChoice,
): Promise<ChangedAtOnce> {
  const from = nowIso();
  const repeating = await findCardSeries(
    db,
    viewer,
    tasks.map(({ id }) => id),
  );
  let count = 0;
  for (const { id, seenDue } of tasks) {
    const task = await findTask(db, viewer, id);
    if (!task || task.is_completed || task.due_local !== seenDue) continue;
    if (await change(db, viewer, task, { choice, isRepeating: repeating.has(id) })) count += 1;
  }
  return { count, from, until: nowIso() };
}

async function change(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  { id, due_date, due_local, due_time_zone }: Task,
  { choice, isRepeating }: { choice: OverdueChoice; isRepeating: boolean },
): Promise<boolean> {
  const seenDue = due_local ?? "";
  if (choice === "done") return completeTask(db, viewer, id, { seenDue });
  if (choice === "delete")
    return isRepeating ? skipOccurrence(db, viewer, id) : deleteTask(db, viewer, id);
  if (!due_date) return false;
  const zone = due_time_zone ?? viewer.timeZone;
  // The day is the viewer's, and so is the time of day that each keeps.
  const time = wallClockAt(due_date, viewer.timeZone).toPlainTime();
  const moved = Temporal.PlainDate.from(choice.date).toPlainDateTime(time);
  const local = localIn(zone, instantOf(moved, viewer.timeZone));
  return setDueDate(db, viewer, id, local, zone, { seenDue });
}

const localIn = (zone: string, instant: string) =>
  wallClockAt(instant, zone).toString({ smallestUnit: "minute" });

/**
 * Returns tomorrow and the coming Saturday in the zone, as YYYY-MM-DD. The Saturday is null from
 * Friday to Sunday.
 */
export function overdueDates(now: string, timeZone: string) {
  const today = wallClockAt(now, timeZone).toPlainDate();
  const saturday = today.add({ days: 6 - today.dayOfWeek });
  const isAhead = Temporal.PlainDate.compare(saturday, today.add({ days: 1 })) > 0;
  return {
    tomorrow: today.add({ days: 1 }).toString(),
    weekend: isAhead ? saturday.toString() : null,
  };
}

const maxMinutes = 10;

/**
 * Takes back what the viewer did to tasks of the household between two instants, at most ten
 * minutes apart, unless somebody has changed them since, or was asked for them. Returns how many.
 */
export async function undoAtOnce(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  { from, until }: { from: string; until: string },
): Promise<number> {
  const latest = laterBy(from, { minutes: maxMinutes });
  const events = await listEventsBy(db, viewer.userId, {
    from,
    until: until < latest ? until : latest,
  });
  let count = 0;
  for (const event of events) if (await undo(db, viewer, event)) count += 1;
  return count;
}

async function undo(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  event: Awaited<ReturnType<typeof listEventsBy>>[number],
): Promise<boolean> {
  const { task_id: id, mark, acted_at, due_before, due_after } = event;
  if (mark === "completed") return reopenTask(db, viewer, id, { isUndo: true });
  if (mark === "deleted" || mark === "skipped")
    return restoreTask(db, viewer, id, { isUndo: true });
  const task = due_before && due_after ? await findTaskOrDeleted(db, viewer, id) : undefined;
  if (!task?.due_local || task.deleted_at || task.due_date !== due_after) return false;
  if (await isAskedSince(db, id, acted_at)) return false;
  const zone = task.due_time_zone ?? viewer.timeZone;
  const expected = { seenDue: task.due_local, is_completed: 0, isUndo: true } as const;
  return setDueDate(db, viewer, id, localIn(zone, due_before!), zone, expected);
}
