import type { Kysely } from "kysely";
import type { Viewer } from "#app/domain/core/viewer.ts";
import { addItems, listItems } from "#app/domain/lists/items.server.ts";
import { maxListName } from "#app/domain/lists/limits.ts";
import { addList, findList } from "#app/domain/lists/lists.server.ts";
import { addToChecklist, findChecklist } from "#app/domain/tasks/checklist/checklist.server.ts";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";

interface Copied {
  taskId: string;
  /** The same for each try. */
  requestId: string;
}

/** Puts the items on a list that has the task's name, where they are kept for the next time. */
export async function copyChecklistToList(
  db: Kysely<Database>,
  viewer: Viewer,
  { taskId, requestId }: Copied,
) {
  const task = await findTask(db, viewer, taskId);
  const names = task ? (await findChecklist(db, taskId)).map(({ name }) => name) : [];
  if (!task || names.length === 0) return null;
  const list = await addList(db, viewer, task.title.slice(0, maxListName).trim());
  if (list === "too_many") return "too_many_lists";
  const added = await addItems(db, viewer, list.id, { names, requestId });
  if (added === null || typeof added === "string") return added;
  return { ...added, isNewList: list.isNew };
}

/** Puts all items of a list into a task's checklist, the ticked ones as well. */
export async function copyListToChecklist(
  db: Kysely<Database>,
  viewer: Viewer,
  { taskId, listId, requestId }: Copied & { listId: string },
) {
  const list = await findList(db, viewer, listId);
  if (!list) return null;
  const names = (await listItems(db, viewer, listId)).map(({ name }) => name);
  const added = await addToChecklist(db, viewer, taskId, { names, requestId });
  return added && { list, added };
}
