import type { Transaction } from "kysely";
import { findImportedTasks } from "#app/domain/imports/known.server.ts";
import { findOccurrences } from "#app/domain/series/occurrences/series.server.ts";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import type { Category, Database } from "#db/schema.ts";
import type { AppViewer } from "./app-viewer.ts";
import { type Calendar, eventsSegment } from "./calendars.server.ts";
import { changeTask, moveTask } from "./change-task.server.ts";
import { dayOf } from "./fields.ts";
import type { Linked } from "./linked.ts";
import { loadLibrary, type ReadObject, readObject } from "./read-object.server.ts";
import type { DavObject } from "./dav-object.ts";
import { showObjects } from "./show-objects.server.ts";

type Trx = Transaction<Database>;

interface Sent {
  name: string;
  read: ReadObject;
  category: Category;
}

/**
 * Finds the task that a calendar file brought with this UID, or that Mila herself has written to
 * one. The client's object takes the place of those that the task had.
 */
export async function adoptTask(
  trx: Trx,
  viewer: AppViewer,
  calendar: Calendar,
  { name, read, category }: Sent,
): Promise<Linked | null> {
  const ids = [read.uid, ...(await findImportedTasks(trx, viewer.householdId, read.uid))];
  for (const id of ids) {
    const [repeats] = await findOccurrences(trx, [id]);
    const subjectId = repeats?.series.id ?? id;
    const [row] = await takeObjects(trx, viewer, subjectId);
    const taskId = row?.task_id ?? id;
    const task = await findTask(trx, viewer, taskId);
    if (!task) continue;
    if (!row) return { subjectId, taskId };
    const own = { ...row, uid: read.uid };
    const [present] = await showObjects(trx, viewer, calendar, [own]);
    if (task.category !== category) {
      const to = { calendar: calendar.segment, name };
      await moveTask(trx, viewer, { row: own, to }, category);
    }
    if (!present) return { subjectId, taskId };
    const before = readObject(await loadLibrary(), present.text, viewer.timeZone);
    const after = withoutPast(read, before);
    if (!before.fields.isDone) await changeTask(trx, viewer, own, { before, after });
    return { subjectId, taskId };
  }
  return null;
}

/** A client that was away while a series went on has older dates than Mila. */
function withoutPast(read: ReadObject, { fields: { due, rule } }: ReadObject): ReadObject {
  const isBehind =
    rule !== null && due && read.fields.due && dayOf(read.fields.due) < dayOf(due) ? { due } : {};
  return { ...read, fields: { ...read.fields, ...isBehind } };
}

/** Takes the objects of a task out of its calendar, and returns them. */
async function takeObjects(
  trx: Trx,
  { householdId }: AppViewer,
  subjectId: string,
): Promise<DavObject[]> {
  const rows = await trx
    .selectFrom("dav_objects")
    .selectAll()
    .where("household_id", "=", householdId)
    .where("subject_id", "=", subjectId)
    .where("calendar", "!=", eventsSegment)
    .where(({ eb, or }) => or([eb("deleted_at", "is", null), eb("held_at", "is not", null)]))
    .execute();
  for (const { calendar, name } of rows)
    await trx
      .updateTable("dav_objects")
      // Nothing is called so, and the comparison that follows takes it out of the calendar.
      .set({ subject_id: `replaced-${subjectId}`, held_at: null })
      .where("household_id", "=", householdId)
      .where("calendar", "=", calendar)
      .where("name", "=", name)
      .execute();
  return rows;
}
