import type { Transaction } from "kysely";
import type { Viewer } from "#app/domain/core/viewer.ts";
import { findTickedSince, listItems, undoAddedAnywhere } from "#app/domain/lists/items.server.ts";
import { deleteList } from "#app/domain/lists/lists.server.ts";
import { findPresent } from "#app/domain/series/card-series.server.ts";
import { deleteTask } from "#app/domain/tasks/changing/task.server.ts";
import { wasChangedSince } from "#app/domain/tasks/changing/changed-since.server.ts";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { requestOf } from "./add-rows.server.ts";
import type { Import, ImportRow } from "./imports.server.ts";
import { parseSummary } from "./summary.ts";

/** Takes back a batch of what an import brought, but nothing that somebody changed since. */
export async function takeBack(
  trx: Transaction<Database>,
  viewer: Viewer,
  found: Import,
  rows: readonly ImportRow[],
): Promise<void> {
  for (const row of rows) {
    const isTaken =
      row.task_id === null
        ? await takeBackItem(trx, viewer, found, row)
        : await takeBackTask(trx, viewer, row.task_id, row.taken_at ?? "");
    const own = { import_id: found.id, number: row.number };
    if (isTaken) await deleteRow(trx, own);
    else await keepRow(trx, own);
  }
  for (const listId of parseSummary(found.summary).madeLists)
    if ((await listItems(trx, viewer, listId)).length === 0) await deleteList(trx, viewer, listId);
}

/** Returns false if it stays. A task that is gone already needs nothing. */
async function takeBackTask(
  trx: Transaction<Database>,
  viewer: Viewer,
  taskId: string,
  takenAt: string,
): Promise<boolean> {
  // The series may have gone on to another date, as somebody missed the first.
  const present = (await findPresent(trx, viewer, taskId)) ?? taskId;
  for (const id of new Set([taskId, present]))
    if (await wasChangedSince(trx, id, takenAt)) return !(await findTask(trx, viewer, present));
  await deleteTask(trx, viewer, present);
  return true;
}

/** A task that was purged has no id either, and its row names no item. */
async function takeBackItem(
  trx: Transaction<Database>,
  viewer: Viewer,
  found: Import,
  { number }: ImportRow,
): Promise<boolean> {
  const requestId = requestOf(found, number);
  if (await findTickedSince(trx, viewer, requestId)) return false;
  await undoAddedAnywhere(trx, viewer, requestId);
  return true;
}

interface RowKey {
  import_id: string;
  number: number;
}

async function deleteRow(trx: Transaction<Database>, { import_id, number }: RowKey): Promise<void> {
  await trx
    .deleteFrom("import_rows")
    .where("import_id", "=", import_id)
    .where("number", "=", number)
    .execute();
}

async function keepRow(trx: Transaction<Database>, { import_id, number }: RowKey): Promise<void> {
  await trx
    .updateTable("import_rows")
    .set({ state: "kept" })
    .where("import_id", "=", import_id)
    .where("number", "=", number)
    .execute();
}
