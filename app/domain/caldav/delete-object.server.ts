import type { Kysely } from "kysely";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import { deleteItem } from "#app/domain/lists/items.server.ts";
import { deleteInScope } from "#app/domain/series/changing/delete-task.server.ts";
import { inTransaction } from "#db/sql/in-transaction.ts";
import type { Database } from "#db/schema.ts";
import type { Calendar } from "./calendars.server.ts";
import { listObjects, listObjectsNamed } from "./find-objects.server.ts";
import { failedCondition } from "./put-object.server.ts";
import { recordChanges, recordChangesNow } from "./record-changes.server.ts";
import { showObjects } from "./show-objects.server.ts";

/** Deletes a task, a whole series, or an item. Each can be restored on Mila's pages. */
export async function deleteObject(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  calendar: Calendar,
  { name, ifMatch }: { name: string; ifMatch: string | undefined },
): Promise<"deleted" | "changed" | "missing"> {
  return inTransaction(db, async (trx) => {
    await recordChanges(trx, viewer);
    const [row] = await listObjectsNamed(trx, viewer, calendar, [name]);
    const [present] = row ? await showObjects(trx, viewer, calendar, [row]) : [];
    if (!row || !present) return "missing";
    const failed = failedCondition({ ifMatch, ifNoneMatch: undefined }, present.tag);
    if (failed) return failed;
    const rows = await listObjects(trx, viewer, calendar);
    const isShared = rows.filter(({ subject_id }) => subject_id === row.subject_id).length > 1;
    if (isShared) {
      // Two clients added the same thing: the other object still stands for it.
      await trx
        .updateTable("dav_objects")
        .set({ subject_id: `replaced-${row.subject_id}` })
        .where("household_id", "=", viewer.householdId)
        .where("calendar", "=", calendar.segment)
        .where("name", "=", name)
        .execute();
    } else if (calendar.holds.type === "items") await deleteItem(trx, viewer, row.subject_id);
    else if (row.task_id) {
      const scope = row.subject_id === row.task_id ? undefined : "all";
      await deleteInScope(trx, viewer, row.task_id, scope);
    }
    await recordChangesNow(trx, viewer);
    return "deleted";
  });
}
