import type { Kysely, Transaction } from "kysely";
import { v7 as newId } from "uuid";
import { nowIso } from "#app/domain/core/time.ts";
import type { Viewer } from "#app/domain/core/viewer.ts";
import { itemKey, maxItemName } from "#app/domain/lists/limits.ts";
import { getMembership } from "#app/domain/people/household/membership.server.ts";
import { bumpRevision } from "#app/domain/people/revision.server.ts";
import { compileOnce } from "#db/sql/compile-once.ts";
import { idList } from "#db/sql/values.ts";
import type { Database } from "#db/schema.ts";
import { announceTaskChange } from "../events.server.ts";
import { findTask } from "../find-tasks.server.ts";
import { maxChecklistItems } from "./limits.ts";
import { inHousehold } from "#app/domain/people/household/in-household.server.ts";

export interface ChecklistItem {
  id: string;
  name: string;
  isTicked: boolean;
}

/** Keyed by task id; leaves out tasks without a checklist. */
export async function findChecklists(
  db: Kysely<Database>,
  taskIds: readonly string[],
): Promise<Map<string, ChecklistItem[]>> {
  if (taskIds.length === 0) return new Map();
  const rows = await listOfTasks(db, taskIds);
  const byTask = Map.groupBy(rows, ({ task_id }) => task_id);
  return new Map(
    [...byTask].map(([taskId, items]) => [
      taskId,
      items.map(({ id, name, ticked_at }) => ({ id, name, isTicked: ticked_at !== null })),
    ]),
  );
}

const listOfTasks = compileOnce((db, taskIds: readonly string[]) =>
  db
    .selectFrom("checklist_items")
    .select(["id", "task_id", "name", "ticked_at"])
    .where("task_id", "in", idList(taskIds))
    .where("deleted_at", "is", null)
    .orderBy("task_id")
    .orderBy("place")
    .orderBy("id"),
);

export async function findChecklist(
  db: Kysely<Database>,
  taskId: string,
): Promise<ChecklistItem[]> {
  return (await findChecklists(db, [taskId])).get(taskId) ?? [];
}

/** Counts by task: "2 of 5". */
export async function countChecklists(
  db: Kysely<Database>,
  taskIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = taskIds.length > 0 ? await countOfTasks(db, taskIds) : [];
  return new Map(rows.map(({ task_id, ticked, all }) => [task_id, `${ticked} of ${all}`]));
}

const countOfTasks = compileOnce((db, taskIds: readonly string[]) =>
  db
    .selectFrom("checklist_items")
    .select("task_id")
    .select(({ fn }) => [
      fn.count<number>("ticked_at").as("ticked"),
      fn.count<number>("id").as("all"),
    ])
    .where("task_id", "in", idList(taskIds))
    .where("deleted_at", "is", null)
    .groupBy("task_id"),
);

export interface NewItems {
  names: readonly string[];
  /** The same for each try to save the same words. */
  requestId: string;
}

export interface AddedToChecklist {
  added: string[];
  /** They were there already. */
  known: string[];
}

/** Adds each name once, however often the request comes. Returns null if there is no such task. */
export async function addToChecklist(
  db: Kysely<Database>,
  viewer: Pick<Viewer, "userId">,
  taskId: string,
  items: NewItems,
): Promise<AddedToChecklist | "too_many" | null> {
  return inHousehold(db, viewer, async (trx) => {
    const { householdId } = await getMembership(trx, viewer.userId);
    if (!(await findTask(trx, { householdId }, taskId))) return null;
    return addItemsTo(trx, taskId, items);
  });
}

async function addItemsTo(
  trx: Transaction<Database>,
  taskId: string,
  { names, requestId }: NewItems,
): Promise<AddedToChecklist | "too_many"> {
  const before = await trx
    .selectFrom("checklist_items")
    .select("name")
    .where("task_id", "=", taskId)
    .where("added_request", "=", requestId)
    .orderBy("place")
    .orderBy("id")
    .execute();
  if (before.length > 0) return { added: before.map(({ name }) => name), known: [] };
  const kept = await listOfTasks(trx, [taskId]);
  const byKey = new Map(kept.map(({ name }) => [itemKey(name), name]));
  const wanted = new Map(names.map((name) => [itemKey(name), name.slice(0, maxItemName)]));
  wanted.delete("");
  const fresh = [...wanted].flatMap(([key, name]) => (byKey.has(key) ? [] : [name]));
  if (kept.length + fresh.length > maxChecklistItems) return "too_many";
  await insertItems(trx, { taskId, requestId }, fresh);
  if (fresh.length > 0) await announceTaskChange(trx, [taskId]);
  const known = [...wanted.keys()].flatMap((key) => byKey.get(key) ?? []);
  return { added: fresh, known };
}

async function insertItems(
  trx: Transaction<Database>,
  { taskId, requestId }: { taskId: string; requestId: string },
  names: readonly string[],
): Promise<void> {
  if (names.length === 0) return;
  const { last } = await trx
    .selectFrom("checklist_items")
    .select(({ fn }) => fn.max<number | null>("place").as("last"))
    .where("task_id", "=", taskId)
    .executeTakeFirstOrThrow();
  const now = nowIso();
  const rows = names.map((name, index) => ({
    id: newId(),
    task_id: taskId,
    name,
    place: (last ?? 0) + 1 + index,
    added_request: requestId,
    changed_at: now,
  }));
  await trx.insertInto("checklist_items").values(rows).execute();
  await trx.updateTable("tasks").set({ has_checklist: 1 }).where("id", "=", taskId).execute();
}

/** Names an item by its task's page. */
export interface ItemKey {
  taskId: string;
  itemId: string;
}

type Change<Value> = (
  trx: Transaction<Database>,
  item: { id: string; name: string; deleted_at: string | null; householdId: string },
) => Promise<Value>;

/** Returns null if the household has no such task or item. */
async function changeItem<Value>(
  db: Kysely<Database>,
  { userId }: Pick<Viewer, "userId">,
  { taskId, itemId }: ItemKey,
  change: Change<Value>,
): Promise<Value | null> {
  return inHousehold(db, { userId }, async (trx) => {
    const { householdId } = await getMembership(trx, userId);
    const task = await findTask(trx, { householdId }, taskId);
    const item = await trx
      .selectFrom("checklist_items")
      .select(["id", "name", "deleted_at"])
      .where("id", "=", itemId)
      .where("task_id", "=", taskId)
      .executeTakeFirst();
    return task && item ? change(trx, { ...item, householdId }) : null;
  });
}

interface Mark {
  isTicked: boolean;
  /** When it was pressed; a phone without a connection sends it later. */
  at: string;
}

/**
 * Ticks an item or brings it back. The later of two changes wins, whichever arrives first. Does
 * nothing to a deleted item.
 */
export const tickItem = (
  db: Kysely<Database>,
  viewer: Pick<Viewer, "userId">,
  key: ItemKey,
  { isTicked, at }: Mark,
): Promise<{ isGone: boolean } | null> =>
  changeItem(db, viewer, key, async (trx, { id, deleted_at, householdId }) => {
    if (deleted_at) return { isGone: true };
    const { numUpdatedRows } = await trx
      .updateTable("checklist_items")
      .set({ ticked_at: isTicked ? at : null, tick_changed_at: at, changed_at: nowIso() })
      .where("id", "=", id)
      .where(({ eb, or }) =>
        or([eb("tick_changed_at", "is", null), eb("tick_changed_at", "<=", at)]),
      )
      .executeTakeFirstOrThrow();
    if (numUpdatedRows > 0n) await bumpRevision(trx, householdId);
    return { isGone: false };
  });

/**
 * @param afterId the item that then stands before it, also if somebody has deleted that one
 *   meanwhile; "" puts it at the top
 */
export const moveItem = (
  db: Kysely<Database>,
  viewer: Pick<Viewer, "userId">,
  { taskId, itemId }: ItemKey,
  afterId: string,
): Promise<boolean | null> =>
  changeItem(db, viewer, { taskId, itemId }, async (trx, { id }) => {
    const before = await listPlaces(trx, taskId);
    const own = before.find((item) => item.id === id)!;
    const others = before.filter((item) => item !== own);
    const at = others.findIndex((item) => item.id === afterId) + 1;
    if (afterId !== "" && at === 0) return true;
    const ordered = others.toSpliced(at, 0, own);
    if (ordered.every((item, index) => item === before[index])) return true;
    const now = nowIso();
    for (const [index, item] of ordered.entries())
      if (item === own || item.place !== index + 1)
        await trx
          .updateTable("checklist_items")
          .set({ place: index + 1, ...(item === own && { changed_at: now }) })
          .where("id", "=", item.id)
          .execute();
    await announceTaskChange(trx, [taskId], now);
    return true;
  });

/** Deleted items keep their places. */
const listPlaces = (trx: Transaction<Database>, taskId: string) =>
  trx
    .selectFrom("checklist_items")
    .select(["id", "place"])
    .where("task_id", "=", taskId)
    .orderBy("place")
    .orderBy("id")
    .execute();

/** Returns its name. */
export const deleteItem = (
  db: Kysely<Database>,
  viewer: Pick<Viewer, "userId">,
  key: ItemKey,
): Promise<string | null> =>
  changeItem(db, viewer, key, async (trx, { id, name }) => {
    const now = nowIso();
    const { numUpdatedRows } = await trx
      .updateTable("checklist_items")
      .set({ deleted_at: now, changed_at: now })
      .where("id", "=", id)
      .where("deleted_at", "is", null)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows > 0n) await announceTaskChange(trx, [key.taskId], now);
    return name;
  });

/** Brings back a deleted item, unless the list is full or somebody has added it again. */
export const restoreItem = (
  db: Kysely<Database>,
  viewer: Pick<Viewer, "userId">,
  key: ItemKey,
): Promise<"restored" | "too_many" | null> =>
  changeItem(db, viewer, key, async (trx, { name, id }) => {
    const now = nowIso();
    const kept = await listOfTasks(trx, [key.taskId]);
    if (kept.some((item) => itemKey(item.name) === itemKey(name))) return "restored";
    if (kept.length >= maxChecklistItems) return "too_many";
    await trx
      .updateTable("checklist_items")
      .set({ deleted_at: null, changed_at: now })
      .where("id", "=", id)
      .execute();
    await announceTaskChange(trx, [key.taskId], now);
    return "restored";
  });

export const renameItem = (
  db: Kysely<Database>,
  viewer: Pick<Viewer, "userId">,
  key: ItemKey,
  name: string,
): Promise<"saved" | "taken" | null> =>
  changeItem(db, viewer, key, async (trx, { id }) => {
    const kept = await listOfTasks(trx, [key.taskId]);
    const others = kept.filter((item) => item.id !== id);
    if (others.length === kept.length) return null;
    if (others.some((item) => itemKey(item.name) === itemKey(name))) return "taken";
    const now = nowIso();
    await trx
      .updateTable("checklist_items")
      .set({ name, changed_at: now })
      .where("id", "=", id)
      .execute();
    await announceTaskChange(trx, [key.taskId], now);
    return "saved";
  });
