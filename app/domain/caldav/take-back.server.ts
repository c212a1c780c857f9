import type { Transaction } from "kysely";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import { restoreTask } from "#app/domain/tasks/changing/task.server.ts";
import { findTaskOrDeleted, isGone } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { type Calendar, eventsSegment } from "./calendars.server.ts";
import { listGoneByUid, listObjectsByUid } from "./find-objects.server.ts";
import { deleteSubject } from "./held-deletions.server.ts";
import type { DavObject } from "./dav-object.ts";
import { inCalendar, recordChangesNow, saveRow } from "./record-changes.server.ts";

type Trx = Transaction<Database>;

interface Sent {
  name: string;
  uid: string;
}

/**
 * Some clients move a task by deleting it first, and then adding its UID elsewhere. The task that
 * they have deleted is in its calendar again, from which it can be moved.
 */
export async function takeBackDeletion(
  trx: Trx,
  viewer: ZonedViewer,
  calendar: Calendar,
  { name, uid }: Sent,
): Promise<void> {
  const live = await listObjectsByUid(trx, viewer, uid);
  if (live.some(({ task_id, calendar: at }) => task_id !== null && at !== eventsSegment)) return;
  for (const row of await listGoneByUid(trx, viewer, uid)) {
    if (!fits(row, calendar)) {
      if (row.held_at !== null) await deleteMoved(trx, viewer, row);
      continue;
    }
    if (!(await isBack(trx, viewer, row))) continue;
    const isHere = row.calendar === calendar.segment;
    await endWaiting(trx, row);
    const to = isHere ? { name } : {};
    await saveRow(trx, { ...row, ...to, ...inCalendar, fingerprint: "" });
    await recordChangesNow(trx, viewer);
    return;
  }
}

/** An item goes back to its own list only, and a task to each calendar of tasks. */
function fits({ task_id, calendar: from }: DavObject, { segment, holds }: Calendar): boolean {
  return holds.type === "items" ? from === segment : task_id !== null;
}

/** Between lists, and between tasks and lists, a move is a new thing and a deletion. */
async function deleteMoved(trx: Trx, viewer: ZonedViewer, row: DavObject): Promise<void> {
  await endWaiting(trx, row);
  await deleteSubject(trx, viewer, row);
  await recordChangesNow(trx, viewer);
}

/** Restores what is still in "Recently deleted". An item comes back by its name. */
async function isBack(trx: Trx, viewer: ZonedViewer, row: DavObject): Promise<boolean> {
  if (row.task_id === null) return row.held_at !== null;
  const task = await findTaskOrDeleted(trx, viewer, row.task_id);
  if (!task) return false;
  if (row.held_at !== null) return !isGone(task) || restoreTask(trx, viewer, task.id);
  const isByClient = row.deleted_by !== null || task.is_completed === 1;
  return isByClient && task.marked_as === "deleted" && restoreTask(trx, viewer, task.id);
}

async function endWaiting(
  trx: Trx,
  { household_id, calendar, name }: Pick<DavObject, "household_id" | "calendar" | "name">,
): Promise<void> {
  await trx
    .updateTable("dav_objects")
    .set({ held_at: null })
    .where("household_id", "=", household_id)
    .where("calendar", "=", calendar)
    .where("name", "=", name)
    .execute();
}
