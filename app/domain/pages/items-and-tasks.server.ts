import type { Kysely } from "kysely";
import type { Viewer, ZonedViewer } from "#app/domain/core/viewer.ts";
import {
  addItemsIn,
  deleteItem,
  findTickedSince,
  restoreItems,
  undoAddedAnywhere,
} from "#app/domain/lists/items.server.ts";
import { maxListName } from "#app/domain/lists/limits.ts";
import { addList } from "#app/domain/lists/lists.server.ts";
import { whatWasBuilt } from "#app/domain/inbox/undo.server.ts";
import { readMissingList } from "#app/domain/inbox/meant/read-meant.server.ts";
import { wholeText } from "#app/domain/outbox/rendering/fit-text.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { findCardSeries } from "#app/domain/series/card-series.server.ts";
import { addTasks } from "#app/domain/tasks/adding/add-task.server.ts";
import { deleteTask, restoreTask } from "#app/domain/tasks/changing/task.server.ts";
import {
  findTask,
  findTaskOrDeleted,
  versionWhenAdded,
} from "#app/domain/tasks/find-tasks.server.ts";
import type { ModelCallFacts } from "#app/domain/understanding/understand.server.ts";
import type { Database } from "#db/schema.ts";
import { inHousehold } from "#app/domain/people/household/in-household.server.ts";

/** The item leaves its list, and its words become a task. Null if there is no such item. */
export async function makeTaskOfItem(
  db: Kysely<Database>,
  viewer: Parameters<typeof addTasks>[1],
  { listId, itemId }: { listId: string; itemId: string },
  log: (facts: ModelCallFacts) => void,
) {
  const item = await deleteItem(db, viewer, itemId);
  if (!item) return null;
  // A press that is sent again finds the item deleted at the same instant.
  const requestId = `${itemId} ${item.at}`;
  const added = await addTasks(db, viewer, { text: item.name, requestId }, log);
  if ("refused" in added) {
    await restoreItems(db, viewer, listId, item.at);
    return added;
  }
  return { tasks: added, at: item.at };
}

/**
 * Deletes tasks that were made of items, and brings the items back, unless somebody has changed a
 * task since. Returns false if there are no such items.
 */
export async function undoTaskOfItem(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  { listId, at, taskIds }: { listId: string; at: string; taskIds: readonly string[] },
): Promise<boolean | { kept: string }> {
  return inHousehold(db, viewer, async (trx) => {
    for (const id of taskIds) {
      const task = await findTaskOrDeleted(trx, viewer, id);
      const why =
        task && (await whatWasBuilt(trx, viewer, task, { version: versionWhenAdded }, nowIso()));
      if (why) return { kept: wholeText(why) };
    }
    const restored = await restoreItems(trx, viewer, listId, at);
    if (restored === "too_many") return { kept: "The list is full." };
    if (restored === "missing") return false;
    for (const id of taskIds) await deleteTask(trx, viewer, id);
    return true;
  });
}

export interface MovableTask {
  id: string;
  title: string;
  /** Says why it stays a task; null if it can go on a list. */
  whyNot: string | null;
}

export async function findMovable(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  id: string,
): Promise<MovableTask | null> {
  const task = await findTask(db, viewer, id);
  if (!task) return null;
  const repeats = (await findCardSeries(db, viewer, [id])).size > 0;
  const isAsked = ["pending", "accepted"].includes(task.delegation_status);
  const reasons = [
    repeats && "It repeats, and a list has no dates.",
    isAsked && "Somebody was asked to do it. Please withdraw the request first.",
    task.is_completed && "It's done already.",
  ];
  return {
    id,
    title: task.title,
    whyNot: reasons.find((reason) => typeof reason === "string") ?? null,
  };
}

/** The task is deleted, and its title goes on the list. */
export async function moveTaskToList(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  { taskId, listId }: { taskId: string; listId: string },
) {
  const movable = await findMovable(db, viewer, taskId);
  if (!movable) return null;
  if (movable.whyNot !== null) return { refused: movable.whyNot };
  return inHousehold(db, viewer, async (trx) => {
    const task = await findTask(trx, viewer, taskId);
    if (!task) return null;
    const requestId = moveId({ id: taskId, version: task.version });
    const added = await addItemsIn(trx, viewer, listId, { names: [task.title], requestId });
    if (added === "too_many") return { refused: "The list is full." };
    if (added) await deleteTask(trx, viewer, taskId);
    return added;
  });
}

/** The text names a list that the household does not have. Makes it, with an item of the task. */
export async function makeListOfTask(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  { taskId, text }: { taskId: string; text: string },
) {
  const task = await findTask(db, viewer, taskId);
  const missing = task && (await readMissingList(db, viewer, text, nowIso()));
  if (!task || !missing) return null;
  const list = await addList(db, viewer, missing.list.slice(0, maxListName).trim());
  if (list === "too_many") return "too_many_lists";
  return inHousehold(db, viewer, async (trx) => {
    const requestId = moveId(task);
    const added = await addItemsIn(trx, viewer, list.id, { names: missing.items, requestId });
    await deleteTask(trx, viewer, taskId);
    return added;
  });
}

/** A task that comes back and moves again is another move. */
const moveId = ({ id, version }: { id: string; version: number }) => `${id}_${version}`;

/**
 * Restores a deleted task. If it had become an item, the item leaves its list, unless somebody has
 * ticked it.
 * @param isUndo leaves alone what somebody else has deleted or ticked since
 * @returns false if nothing changed, or why not
 */
export const bringBack = (
  db: Kysely<Database>,
  viewer: Viewer,
  taskId: string,
  { isUndo = false } = {},
): Promise<boolean | string> =>
  inHousehold(db, viewer, async (trx) => {
    const task = await findTaskOrDeleted(trx, viewer, taskId);
    if (!task) return false;
    const requestId = moveId({ id: taskId, version: task.version - 1 });
    const ticked = await findTickedSince(trx, viewer, requestId);
    if (ticked && isUndo) return `“${ticked}” was ticked on the list since`;
    if (!(await restoreTask(trx, viewer, taskId, { isUndo }))) return false;
    if (!ticked) await undoAddedAnywhere(trx, viewer, requestId);
    return true;
  });
