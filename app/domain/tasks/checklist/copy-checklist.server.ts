import type { Transaction } from "kysely";
import { v7 as newId } from "uuid";
import type { Database } from "#db/schema.ts";
import type { Task } from "../find-tasks.server.ts";
import { findChecklist } from "./checklist.server.ts";

// Callers must announce the change.

/** Gives a task the items of another one, none of them ticked, in place of its own. */
export async function copyChecklist(
  trx: Transaction<Database>,
  { from, to }: { from: Pick<Task, "id" | "has_checklist">; to: string },
): Promise<void> {
  if (!from.has_checklist) return;
  await trx.deleteFrom("checklist_items").where("task_id", "=", to).execute();
  const items = await findChecklist(trx, from.id);
  if (items.length === 0) return;
  const rows = items.map(({ name }, index) => ({
    id: newId(),
    task_id: to,
    name,
    place: index + 1,
    added_request: `copy of ${from.id}`,
  }));
  await trx.insertInto("checklist_items").values(rows).execute();
  await trx.updateTable("tasks").set({ has_checklist: 1 }).where("id", "=", to).execute();
}

/** True if somebody has changed or ticked an item since the task got its copies. */
export async function isChecklistTouched(
  trx: Transaction<Database>,
  task: Pick<Task, "id" | "has_checklist">,
): Promise<boolean> {
  if (!task.has_checklist) return false;
  const item = await trx
    .selectFrom("checklist_items")
    .select("id")
    .where("task_id", "=", task.id)
    .where("changed_at", "is not", null)
    .limit(1)
    .executeTakeFirst();
  return item !== undefined;
}
