import type { Kysely, Transaction } from "kysely";
import type { Database } from "#db/schema.ts";
import type { AppViewer } from "./app-viewer.ts";
import type { Calendar } from "./calendars.server.ts";
import { listObjects, listObjectsNamed } from "./find-objects.server.ts";
import { deleteSubject, hold, isTooMuch } from "./held-deletions.server.ts";
import { failedCondition } from "./put-object.server.ts";
import { loadLibrary, readObject } from "./read-object.server.ts";
import type { DavObject } from "./dav-object.ts";
import { recordChanges, recordChangesNow } from "./record-changes.server.ts";
import { showObjects } from "./show-objects.server.ts";
import { inHousehold } from "#app/domain/people/household/in-household.server.ts";

/**
 * Deletes a task, a whole series, or an item. Each can be restored on Mila's pages. What is too
 * much at once leaves the calendar, but stays on the pages until a person decides.
 */
export async function deleteObject(
  db: Kysely<Database>,
  viewer: AppViewer,
  calendar: Calendar,
  { name, ifMatch }: { name: string; ifMatch: string | undefined },
): Promise<"deleted" | "changed" | "missing"> {
  return inHousehold(db, viewer, async (trx) => {
    await recordChanges(trx, viewer);
    const [row] = await listObjectsNamed(trx, viewer, calendar, [name]);
    const [present] = row ? await showObjects(trx, viewer, calendar, [row]) : [];
    if (!row || !present) return "missing";
    const failed = failedCondition({ ifMatch, ifNoneMatch: undefined }, present.tag);
    if (failed) return failed;
    const { fields } = readObject(await loadLibrary(), present.text, viewer.timeZone);
    if (fields.isDone) await remove(trx, viewer, calendar, row);
    else if (await isTooMuch(trx, viewer, calendar)) await hold(trx, viewer, row);
    else {
      await update(trx, row, { deleted_by: viewer.userId });
      await remove(trx, viewer, calendar, row);
    }
    return "deleted";
  });
}

async function remove(
  trx: Transaction<Database>,
  viewer: AppViewer,
  calendar: Calendar,
  row: DavObject,
): Promise<void> {
  const rows = await listObjects(trx, viewer, calendar);
  const isShared = rows.filter(({ subject_id }) => subject_id === row.subject_id).length > 1;
  // Two clients added the same thing: the other object still stands for it.
  if (isShared) await update(trx, row, { subject_id: `replaced-${row.subject_id}` });
  else await deleteSubject(trx, viewer, row);
  await recordChangesNow(trx, viewer);
}

async function update(
  trx: Transaction<Database>,
  { household_id, calendar, name }: DavObject,
  values: Partial<Pick<DavObject, "deleted_by" | "subject_id">>,
): Promise<void> {
  await trx
    .updateTable("dav_objects")
    .set(values)
    .where("household_id", "=", household_id)
    .where("calendar", "=", calendar)
    .where("name", "=", name)
    .execute();
}
