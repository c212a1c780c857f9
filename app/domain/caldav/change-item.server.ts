import type { Transaction } from "kysely";
import { v7 as newId } from "uuid";
import { allow } from "#app/domain/core/rate-limits/allow.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { Viewer } from "#app/domain/core/viewer.ts";
import { addItemsIn, deleteItem, markItem, renameItem } from "#app/domain/lists/items.server.ts";
import { itemKey, maxItems } from "#app/domain/lists/limits.ts";
import { listSyncedItems } from "#app/domain/lists/synced-items.server.ts";
import type { Database } from "#db/schema.ts";
import type { Calendar } from "./calendars.server.ts";
import { listObjects } from "./find-objects.server.ts";
import type { Linked } from "./linked.ts";
import type { ReadObject } from "./read-object.server.ts";
import { RefusedObject } from "./refused-object.ts";

/**
 * Puts it on the list. A name that the list has already is the same item: if it was ticked, the new
 * object takes the place of the one before.
 */
export async function createItem(
  trx: Transaction<Database>,
  viewer: Viewer,
  calendar: Calendar,
  listId: string,
  { fields: { title, isDone } }: ReadObject,
): Promise<Linked> {
  const find = async () =>
    (await listSyncedItems(trx, viewer.householdId, listId)).find(
      ({ name_key }) => name_key === itemKey(title),
    );
  const before = await find();
  const counted = await allow(trx, [["adds_a_day", viewer.userId]]);
  if (counted.refused) throw new RefusedObject("too_often", "That's a lot for one day.");
  if (!before || !isDone) {
    const added = await addItemsIn(trx, viewer, listId, { names: [title], requestId: newId() });
    if (added === "too_many") throw new RefusedObject("full", `A list holds ${maxItems} items.`);
  }
  const item = await find();
  if (!item) throw new RefusedObject("unreadable", "This name can't be on a list.");
  if (isDone) await markItem(trx, viewer, item.id, { isTicked: true, at: nowIso() });
  if (before?.ticked_at && !isDone) await replaceObjects(trx, viewer, calendar, item.id);
  return { subjectId: item.id, taskId: null };
}

async function replaceObjects(
  trx: Transaction<Database>,
  viewer: Viewer,
  calendar: Calendar,
  itemId: string,
): Promise<void> {
  const rows = await listObjects(trx, viewer, calendar);
  for (const { name, subject_id } of rows)
    if (subject_id === itemId)
      await trx
        .updateTable("dav_objects")
        // Nothing is called so, and the comparison that follows takes it out of the calendar.
        .set({ subject_id: `replaced-${itemId}` })
        .where("household_id", "=", viewer.householdId)
        .where("calendar", "=", calendar.segment)
        .where("name", "=", name)
        .execute();
}

/** @returns what it stands for by now */
export async function changeItem(
  trx: Transaction<Database>,
  viewer: Viewer,
  { itemId, listId }: { itemId: string; listId: string },
  { before, after }: { before: ReadObject; after: ReadObject },
): Promise<Linked> {
  const { title, isDone } = after.fields;
  const isRenamed = title !== before.fields.title;
  const isTaken = isRenamed && (await renameItem(trx, viewer, itemId, title)) === "taken";
  const same = isTaken ? await becomeOther(trx, viewer, { itemId, listId, title, isDone }) : null;
  if (same !== null) return { subjectId: same, taskId: null };
  if (isDone !== before.fields.isDone)
    await markItem(trx, viewer, itemId, { isTicked: isDone, at: nowIso() });
  return { subjectId: itemId, taskId: null };
}

/** Two items that have the same name now are one, which is open if one of them is. */
async function becomeOther(
  trx: Transaction<Database>,
  viewer: Viewer,
  renamed: { itemId: string; listId: string; title: string; isDone: boolean },
): Promise<string | null> {
  const items = await listSyncedItems(trx, viewer.householdId, renamed.listId);
  const other = items.find(
    ({ id, name_key }) => id !== renamed.itemId && name_key === itemKey(renamed.title),
  );
  if (!other) return null;
  await deleteItem(trx, viewer, renamed.itemId);
  if (!renamed.isDone && other.ticked_at !== null)
    await markItem(trx, viewer, other.id, { isTicked: false, at: nowIso() });
  return other.id;
}
