import type { Transaction } from "kysely";
import type { Viewer } from "#app/domain/core/viewer.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { z } from "#app/domain/core/zod.ts";
import { listItems, undoAddedAnywhere, wasMarkedSince } from "#app/domain/lists/items.server.ts";
import { deleteList } from "#app/domain/lists/lists.server.ts";
import { removeFamilyMember } from "#app/domain/people/family/change-family.server.ts";
import { findFamilyRow } from "#app/domain/people/family/family-members.server.ts";
import { findSameBreak, removeBreak } from "#app/domain/series/breaks/change-breaks.server.ts";
import { deleteAwayDates, findSameAway } from "#app/domain/series/changing/away.server.ts";
import { listTasksOfTurns } from "#app/domain/series/turns/turns.server.ts";
import { findPresent } from "#app/domain/series/card-series.server.ts";
import { deleteTask } from "#app/domain/tasks/changing/task.server.ts";
import { wasChangedSince } from "#app/domain/tasks/changing/changed-since.server.ts";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import { isNamedByTask } from "#app/domain/tasks/lists/whose.server.ts";
import type { Database } from "#db/schema.ts";
import { markAsImported, requestOf } from "./add-rows.server.ts";
import type { Import, ImportRow } from "./imports.server.ts";
import { parseSummary } from "./summary.ts";
import { takeBackChange } from "./take-changes.server.ts";

/** Takes back a batch of what an import brought, but nothing that somebody changed since. */
export async function takeBack(
  trx: Transaction<Database>,
  viewer: Viewer,
  found: Import,
  rows: readonly ImportRow[],
): Promise<void> {
  const since = nowIso();
  for (const row of rows) {
    const isTaken = await takeBackRow(trx, viewer, found, row);
    const own = { import_id: found.id, number: row.number };
    if (isTaken) await deleteRow(trx, own);
    else await keepRow(trx, own);
  }
  const taskIds: string[] = [];
  for (const { task_id, state } of rows) {
    if (task_id === null) continue;
    const present = state === "changed" ? await findPresent(trx, viewer, task_id) : undefined;
    taskIds.push(task_id, ...(present ? [present] : []));
  }
  await markAsImported(trx, viewer, found, { taskIds, since });
  for (const listId of parseSummary(found.summary).madeLists)
    if ((await listItems(trx, viewer, listId)).length === 0) await deleteList(trx, viewer, listId);
}

async function takeBackRow(
  trx: Transaction<Database>,
  viewer: Viewer,
  found: Import,
  row: ImportRow,
): Promise<boolean> {
  if (row.state === "changed")
    return row.content === null || takeBackChange(trx, viewer, { ...row, content: row.content });
  if (row.content !== null) return takeBackFamily(trx, viewer, row.content);
  return row.task_id === null
    ? takeBackItem(trx, viewer, found, row)
    : takeBackTask(trx, viewer, row.task_id, row.taken_at ?? "");
}

const familyRow = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("person"),
    id: z.string(),
    name: z.string(),
    relation: z.string(),
    phone: z.string().nullable(),
    email: z.string().nullable(),
  }),
  z.object({
    type: z.literal("break"),
    name: z.string(),
    startsOn: z.string(),
    endsOn: z.string(),
  }),
  z.object({
    type: z.literal("away"),
    person: z.string(),
    firstOn: z.string(),
    lastOn: z.string(),
  }),
]);

/** A person whom a task or a turn names by now stays, as do days that somebody changed. */
async function takeBackFamily(
  trx: Transaction<Database>,
  viewer: Viewer,
  content: string,
): Promise<boolean> {
  const row = familyRow.parse(JSON.parse(content));
  if (row.type === "break") {
    const id = await findSameBreak(trx, viewer, row);
    if (id) await removeBreak(trx, viewer, id);
    return true;
  }
  if (row.type === "away") {
    const id = await findSameAway(trx, viewer, row);
    if (id) await deleteAwayDates(trx, viewer, id);
    return true;
  }
  const present = await findFamilyRow(trx, viewer, row.id);
  if (!present) return true;
  const { name, relation, phone, email } = present;
  const isSame = name === row.name && relation === row.relation && phone === row.phone;
  const hasNewAddress = email !== row.email && email !== null;
  if (!isSame || hasNewAddress || present.user_id) return false;
  if (await isNeeded(trx, viewer, row.id)) return false;
  return removeFamilyMember(trx, viewer, row.id);
}

async function isNeeded(
  trx: Transaction<Database>,
  viewer: Viewer,
  personId: string,
): Promise<boolean> {
  if (await isNamedByTask(trx, personId)) return true;
  for (const taskId of await listTasksOfTurns(trx, personId))
    if (await findTask(trx, viewer, taskId)) return true;
  return false;
}

/** Returns false if it stays. A task that is gone already needs nothing. */
async function takeBackTask(
  trx: Transaction<Database>,
  viewer: Viewer,
  taskId: string,
  takenAt: string,
): Promise<boolean> {
  // The series may have gone on to another date, as somebody missed the first.
  const isThere = await findTask(trx, viewer, taskId);
  const present = isThere ? taskId : ((await findPresent(trx, viewer, taskId)) ?? taskId);
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
  { number, taken_at }: ImportRow,
): Promise<boolean> {
  const requestId = requestOf(found, number);
  if (await wasMarkedSince(trx, viewer, requestId, taken_at ?? "")) return false;
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
