import type { Kysely, Transaction } from "kysely";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import type { Viewer, ZonedViewer } from "#app/domain/core/viewer.ts";
import { deleteItem } from "#app/domain/lists/items.server.ts";
import { listSyncedItems } from "#app/domain/lists/synced-items.server.ts";
import { bumpRevision } from "#app/domain/people/revision.server.ts";
import { deleteInScope } from "#app/domain/series/changing/delete-task.server.ts";
import { findTasks } from "#app/domain/tasks/find-tasks.server.ts";
import { compileOnce } from "#db/sql/compile-once.ts";
import { inTransaction } from "#db/sql/in-transaction.ts";
import type { Database } from "#db/schema.ts";
import { type Calendar, listCalendars } from "./calendars.server.ts";
import type { DavObject } from "./dav-object.ts";
import { recordChangesNow } from "./record-changes.server.ts";

const together = { minutes: 1 };
const mostAtOnce = 20;
/** Fewer are what a person does by hand, also in a short list. */
const fewestHeld = 5;

/**
 * True if a client deletes so much at once that it has probably lost its copy: more than 20 open
 * tasks in a minute, or more than half of a calendar.
 */
export async function isTooMuch(
  trx: Transaction<Database>,
  { userId, householdId }: Viewer,
  { segment }: Pick<Calendar, "segment">,
): Promise<boolean> {
  const own = trx
    .selectFrom("dav_objects")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("household_id", "=", householdId)
    .where("calendar", "=", segment);
  const { count: deleted } = await own
    .where("deleted_by", "=", userId)
    .where("deleted_at", ">", earlierBy(nowIso(), together))
    .executeTakeFirstOrThrow();
  const { count: left } = await own.where("deleted_at", "is", null).executeTakeFirstOrThrow();
  if (deleted >= mostAtOnce) return true;
  return deleted >= fewestHeld && (deleted + 1) * 2 > deleted + left;
}

/** No client sees it any longer. On Mila's pages it stays until a person decides. */
export async function hold(
  trx: Transaction<Database>,
  { userId, householdId }: Viewer,
  { calendar, name }: Pick<DavObject, "calendar" | "name">,
): Promise<void> {
  const { position } = await recordChangesNow(trx, { householdId });
  const now = nowIso();
  await trx
    .updateTable("dav_objects")
    .set({ held_at: now, deleted_at: now, deleted_by: userId, position: position + 1 })
    .where("household_id", "=", householdId)
    .where("calendar", "=", calendar)
    .where("name", "=", name)
    .execute();
  await trx
    .updateTable("dav_states")
    .set({ position: position + 1 })
    .where("household_id", "=", householdId)
    .execute();
  // Open pages show the question.
  await bumpRevision(trx, householdId);
}

/** A client that sends it again wants it to stay. */
export async function releaseHeld(
  trx: Transaction<Database>,
  { householdId }: Pick<Viewer, "householdId">,
  { segment }: Pick<Calendar, "segment">,
  name: string,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable("dav_objects")
    .set({ held_at: null })
    .where("household_id", "=", householdId)
    .where("calendar", "=", segment)
    .where("name", "=", name)
    .where("held_at", "is not", null)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await recordChangesNow(trx, { householdId });
}

const held = compileOnce((db, householdId: string) =>
  db
    .selectFrom("dav_objects")
    .selectAll()
    .where("household_id", "=", householdId)
    .where("held_at", "is not", null)
    .orderBy("position"),
);

export async function countHeld(
  db: Kysely<Database>,
  { householdId }: Pick<Viewer, "householdId">,
): Promise<number> {
  return (await held(db, householdId)).length;
}

interface HeldDeletions {
  calendar: string;
  titles: string[];
}

/** Lists by calendar what clients have deleted and Mila keeps. */
export async function listHeld(
  db: Kysely<Database>,
  { householdId }: Pick<Viewer, "householdId">,
): Promise<HeldDeletions[]> {
  const rows = await held(db, householdId);
  if (rows.length === 0) return [];
  const tasks = await findTasks(
    db,
    rows.flatMap(({ task_id }) => task_id ?? []),
  );
  const calendars = await listCalendars(db, { householdId });
  const found = [];
  for (const { segment, name, holds } of calendars) {
    const own = rows.filter(({ calendar }) => calendar === segment);
    const items =
      holds.type === "items" && own.length > 0
        ? await listSyncedItems(db, householdId, holds.listId)
        : [];
    const titles = own.flatMap(
      ({ task_id, subject_id }) =>
        tasks.get(task_id ?? "")?.title ?? items.find(({ id }) => id === subject_id)?.name ?? [],
    );
    if (titles.length > 0) found.push({ calendar: name, titles });
  }
  return found;
}

/** Shows clients again what they have deleted. Returns how many there were. */
export async function keepHeld(
  db: Kysely<Database>,
  { householdId }: Pick<Viewer, "householdId">,
): Promise<number> {
  return inTransaction(db, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("dav_objects")
      .set({ held_at: null })
      .where("household_id", "=", householdId)
      .where("held_at", "is not", null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return 0;
    await recordChangesNow(trx, { householdId });
    await bumpRevision(trx, householdId);
    return Number(numUpdatedRows);
  });
}

/** Deletes them from Mila's pages as well, which can restore them. Returns their number. */
export async function deleteHeld(db: Kysely<Database>, viewer: ZonedViewer): Promise<number> {
  return inTransaction(db, async (trx) => {
    const rows = await held(trx, viewer.householdId);
    if (rows.length === 0) return 0;
    for (const row of rows) await deleteSubject(trx, viewer, row);
    await recordChangesNow(trx, viewer);
    await bumpRevision(trx, viewer.householdId);
    return rows.length;
  });
}

/** Deletes a task, a whole series, or an item. */
export async function deleteSubject(
  trx: Transaction<Database>,
  viewer: ZonedViewer,
  { task_id: taskId, subject_id: subjectId }: Pick<DavObject, "task_id" | "subject_id">,
): Promise<void> {
  if (taskId === null) await deleteItem(trx, viewer, subjectId);
  else await deleteInScope(trx, viewer, taskId, subjectId === taskId ? undefined : "all");
}
